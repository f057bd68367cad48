import { seeOther, text } from '#http.ts';

/** A service and the faults it can show. */
interface Faulty {
  /** What a fault can be narrowed to: the field that names it, and the words of its label. */
  only: { field: string; label: string };
  /** Each kind, and what it means in words. */
  kinds: Readonly<Record<string, string>>;
}
export type Catalogue = Readonly<Record<string, Faulty>>;

interface Fault {
  service: string;
  kind: string;
  /** Only the requests about this one: an email, a CEP. */
  only: string | undefined;
  times: number;
}

export interface Faults {
  catalogue: Catalogue;
  pending: readonly Fault[];
  /** Spends one turn of the first pending fault among `kinds`, if there is one; `about` is what the request is about. */
  take<Kind extends string>(service: string, kinds: readonly Kind[], about?: string): Kind | undefined;
  /** `POST /_falhas`, `DELETE /_falhas`, and the same for the form of the home page. */
  handle(request: Request): Promise<Response>;
}

export function openFaults(catalogue: Catalogue): Faults {
  const pending: Fault[] = [];
  return {
    catalogue,
    pending,
    take(service, kinds, about) {
      const matches = (fault: Fault) =>
        fault.service === service && (fault.only === undefined || fault.only === about?.toLowerCase());
      const fault = pending.find((each) => matches(each) && kinds.some((kind) => kind === each.kind));
      if (!fault) return;
      fault.times -= 1;
      if (fault.times === 0) pending.splice(pending.indexOf(fault), 1);
      return kinds.find((kind) => kind === fault.kind);
    },
    async handle(request) {
      const { pathname } = new URL(request.url);
      const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded');
      const isClear = pathname === '/_falhas/limpar' && request.method === 'POST';
      if (isClear || (pathname === '/_falhas' && request.method === 'DELETE')) {
        pending.length = 0;
        return isClear ? seeOther('/') : new Response(null, { status: 204 });
      }
      if (pathname !== '/_falhas' || request.method !== 'POST') return text(404, 'Nada aqui.');
      const body = await request.text();
      const fault = readFault(
        catalogue,
        isForm ? Object.fromEntries(new URLSearchParams(body)) : parse(body),
      );
      if (!fault) return text(400, 'Falha desconhecida.');
      pending.push(fault);
      return isForm ? seeOther('/') : new Response(null, { status: 204 });
    },
  };
}

/** `{"google":"aud","email":"ana@exemplo.com.br","vezes":2}`: one service, and what its own entry allows beside. */
function readFault(catalogue: Catalogue, body: unknown): Fault | undefined {
  if (typeof body !== 'object' || body === null) return;
  const given = new Map(Object.entries(body));
  const service = Object.keys(catalogue).find((name) => given.has(name));
  const entry = service === undefined ? undefined : catalogue[service];
  if (service === undefined || entry === undefined) return;
  const kind = given.get(service);
  const only = given.get(entry.only.field) ?? '';
  const times = Number(given.get('vezes') ?? 1);
  for (const name of [service, entry.only.field, 'vezes']) given.delete(name);
  if (given.size > 0 || typeof kind !== 'string' || !Object.hasOwn(entry.kinds, kind)) return;
  if (!Number.isInteger(times) || times < 1 || typeof only !== 'string') return;
  return { service, kind, only: only.trim().toLowerCase() || undefined, times };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return;
  }
}
