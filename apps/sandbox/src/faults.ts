import { seeOther, text } from '#http.ts';

/** For each service the faults it can show, and what each means in words. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Fault {
  service: string;
  kind: string;
  /** Only the requests made for this address. */
  email: string | undefined;
  times: number;
}

export interface Faults {
  catalogue: Catalogue;
  pending: readonly Fault[];
  /** Spends one turn of the first pending fault among `kinds`, if there is one. */
  take<Kind extends string>(service: string, kinds: readonly Kind[], email?: string): Kind | undefined;
  /** `POST /_falhas`, `DELETE /_falhas`, and the same for the form of the home page. */
  handle(request: Request): Promise<Response>;
}

export function openFaults(catalogue: Catalogue): Faults {
  const pending: Fault[] = [];
  return {
    catalogue,
    pending,
    take(service, kinds, email) {
      const matches = (fault: Fault) =>
        fault.service === service && (fault.email === undefined || fault.email === email?.toLowerCase());
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

function readFault(catalogue: Catalogue, body: unknown): Fault | undefined {
  if (typeof body !== 'object' || body === null) return;
  const { vezes = 1, email = '', ...named } = body as Record<string, unknown>;
  const [[service, kind] = [], ...more] = Object.entries(named);
  const times = Number(vezes);
  if (service === undefined || typeof kind !== 'string' || more.length > 0) return;
  if (!Object.hasOwn(catalogue, service) || !Object.hasOwn(catalogue[service] ?? {}, kind)) return;
  if (!Number.isInteger(times) || times < 1 || typeof email !== 'string') return;
  return { service, kind, email: email.trim().toLowerCase() || undefined, times };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return;
  }
}
