import { seeOther, text } from '#http.ts';

/** A service and the faults it can simulate. */
interface Faulty {
  /** The field by which a fault can be limited, and its label in the form. */
  only: { field: string; label: string };
  /** The kinds of faults, with a description of each. */
  kinds: Readonly<Record<string, string>>;
  /** Whether a fault may also affect a random fraction of the requests. */
  hasShare?: boolean;
}
export type Catalogue = Readonly<Record<string, Faulty>>;

interface Fault {
  service: string;
  kind: string;
  /** The email, CEP or other subject that the fault is limited to. */
  only: string | undefined;
  times: number;
  /** The fraction of the requests that the fault affects. */
  share: number;
}

export interface Faults {
  catalogue: Catalogue;
  pending: readonly Fault[];
  /**
   * Uses up one occurrence of the first pending fault among `kinds`, if there is one. `about` is the subject of the
   * request, or several of them.
   */
  take<Kind extends string>(
    service: string,
    kinds: readonly Kind[],
    about?: string | readonly string[],
  ): Kind | undefined;
  /** Answers `POST /_falhas`, `DELETE /_falhas`, and the form of the home page. */
  handle(request: Request): Promise<Response>;
}

export function openFaults(catalogue: Catalogue): Faults {
  const pending: Fault[] = [];
  return {
    catalogue,
    pending,
    take(service, kinds, about) {
      const topics = [about ?? []].flat().map((each) => each.toLowerCase());
      const matches = (fault: Fault) =>
        fault.service === service && (fault.only === undefined || topics.includes(fault.only));
      const fault = pending.find(
        (each) =>
          matches(each) &&
          kinds.some((kind) => kind === each.kind) &&
          (each.share === 1 || Math.random() < each.share),
      );
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

/**
 * Reads a fault such as `{"google":"aud","email":"ana@exemplo.com.br","vezes":2}`. The body names one service
 * and may have the fields that the catalogue allows for it.
 */
function readFault(catalogue: Catalogue, body: unknown): Fault | undefined {
  if (typeof body !== 'object' || body === null) return;
  const given = new Map(Object.entries(body));
  const service = Object.keys(catalogue).find((name) => given.has(name));
  const entry = service === undefined ? undefined : catalogue[service];
  if (service === undefined || entry === undefined) return;
  const kind = given.get(service);
  const only = given.get(entry.only.field) ?? '';
  const share = Number(given.get('parte') || 1);
  // A fault that affects a fraction of the requests and has no `vezes` stays until it is removed.
  const times = Number(given.get('vezes') ?? (share < 1 ? Number.MAX_SAFE_INTEGER : 1));
  for (const name of [service, entry.only.field, 'vezes']) given.delete(name);
  if (entry.hasShare) given.delete('parte');
  if (given.size > 0 || typeof kind !== 'string' || !Object.hasOwn(entry.kinds, kind)) return;
  if (!Number.isInteger(times) || times < 1 || typeof only !== 'string') return;
  if (!(share > 0 && share <= 1)) return;
  return { service, kind, only: only.trim().toLowerCase() || undefined, times, share };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return;
  }
}
