import { refusedPaths } from '../../apps/server/src/testing/contract-schema.ts';
import { Problem } from '../../packages/contract/src/problem.ts';
import { isSentence } from '../kit/requests/sentence.ts';
import type { Answer } from '../kit/requests/wire.ts';
import type { Request } from './request.ts';

const PROBLEM = 'application/problem+json; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** What is wrong with an answer, or null. `answer` is null if the connection ended without an answer. */
export function findingOf(request: Request, answer: Answer | null): string | null {
  if (answer === null) return request.raw?.endsEarly ? null : 'no answer: the connection was dropped';
  const { status, headers, body } = answer;
  if (status >= 500) return `answered ${status}`;
  // Node itself refuses HTTP/1.1 without a Host before any code of the product runs. Its answer has no body.
  if (!hasHost(request) && status === 400 && body.length === 0) return null;
  if (headers['x-content-type-options'] !== 'nosniff') return 'no X-Content-Type-Options';
  if (request.method === 'HEAD' || status === 204 || status === 303) return null;
  if (status >= 400) return refusalFinding(answer);
  if (status >= 300) return `answered ${status}`;
  const schema = request.route.response[status];
  const isOwn = request.method === request.route.method && !request.kind.includes('a hostile path');
  if (headers['content-type']?.startsWith('text/csv')) return null;
  // A hostile path may match another route or a page.
  if (!isOwn || !schema || request.raw || request.kind.includes('a path beside')) return null;
  if (headers['content-type'] !== JSON_TYPE) return `Content-Type ${headers['content-type']}`;
  const [refused] = refusedPaths(schema, JSON.parse(body.toString()));
  return refused === undefined
    ? null
    : `an answer that the contract does not allow: ${refused.replaceAll(/\d+/g, 'n')}`;
}

const hasHost = ({ raw, headers }: Request) =>
  raw
    ? /\nHost: /i.test(raw.bytes.subarray(0, 8000).toString('latin1'))
    : headers.some(([name]) => name === 'Host');

function refusalFinding({ headers, body }: Answer): string | null {
  if (headers['content-type'] !== PROBLEM) return `a refusal of type ${headers['content-type']}`;
  let problem: Problem;
  try {
    problem = JSON.parse(body.toString()) as Problem;
    if (refusedPaths(Problem, problem).length > 0) return 'a refusal that is not a valid problem document';
  } catch {
    return 'a refusal that is not JSON';
  }
  // A sentence may begin with the name of a person or of a record, which may be any text. Replace or skip it.
  const named = problem.mensagem.replace(problem.alterado_por || /^$/, 'Alguém');
  const mensagem = problem.usos ? named.replace(/^./su, 'A') : named;
  for (const sentence of [mensagem, ...Object.values(problem.campos ?? {})])
    if (!isSentence(sentence))
      return `a refusal that is not a Portuguese sentence: ${JSON.stringify(sentence.slice(0, 120))}`;
  return null;
}

/** The counts of a whole run. */
export interface Tally {
  sent: number;
  byStatus: Map<number, number>;
  routesAnswered: Set<string>;
  /** Requests that the server answered with 503 once and accepted when they were repeated. */
  busy: number;
  slowest: { ms: number; label: string };
}

export const openTally = (): Tally => ({
  sent: 0,
  byStatus: new Map(),
  routesAnswered: new Set(),
  busy: 0,
  slowest: { ms: 0, label: '' },
});

export function count(tally: Tally, request: Request, answer: Answer | null): void {
  tally.sent++;
  const status = answer?.status ?? 0;
  tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
  const label = labelOf(request);
  if (status >= 200 && status < 400 && request.kind === 'valid') tally.routesAnswered.add(label);
  if (answer && answer.ms > tally.slowest.ms)
    tally.slowest = { ms: answer.ms, label: `${label} (${request.kind})` };
}

export const labelOf = ({ route }: Pick<Request, 'route'>) => `${route.method} ${route.url}`;
