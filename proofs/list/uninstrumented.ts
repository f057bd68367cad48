import type { Edit } from '../kit/edits.ts';

/** Whether the process leaves its instrumentation out at this moment (`instrumentation.switch.ts`). */
const OFF = 'globalThis.isUninstrumented';

/**
 * The edits that switch the instrumentation of a list page off and on: the metrics of the request, of its gate and of
 * its connection, the context of its log lines, and the spans. `kit/planted-defects.test.ts` checks that the source
 * still contains these texts.
 */
export const UNINSTRUMENTED: readonly Edit[] = [
  {
    file: 'platform/http/request-metrics.ts',
    from: 'if (!reply.isStream) {',
    to: `if (!${OFF} && !reply.isStream) {`,
  },
  {
    file: 'platform/http/request-context.ts',
    from: 'const parent = readTraceparent(',
    to: `if (${OFF}) return done(); const parent = readTraceparent(`,
  },
  {
    file: 'platform/http/request-context.ts',
    from: '(request, _reply, done) => inContext(',
    to: `(request, _reply, done) => ${OFF} ? done() : inContext(`,
  },
  {
    file: 'platform/http/doors.ts',
    from: 'noteInContext({ empresa: access.empresaId',
    to: `if (!${OFF}) noteInContext({ empresa: access.empresaId`,
  },
  {
    file: 'platform/admission/admission.ts',
    from: 'return counts.through(cost, work',
    to: `if (${OFF}) return throughGates(who, cost, work); return counts.through(cost, work`,
  },
  {
    file: 'platform/db/db.ts',
    from: `(runner: Runner) => Promise<T>): Promise<T> =>
    inSpan(`,
    to: `(runner: Runner) => Promise<T>): Promise<T> =>
    ${OFF} ? onConnection(use, work) : inSpan(`,
  },
  {
    file: 'platform/db/runner.ts',
    from: `: Promise<Answered[]> =>
    inSpan(`,
    to: `: Promise<Answered[]> =>
    ${OFF} ? sendNow(statements, front) : inSpan(`,
  },
  {
    file: 'platform/db/pool-metrics.ts',
    from: 'connected(asked: number): number {',
    to: `connected(asked: number): number { if (${OFF}) return 0;`,
  },
  {
    file: 'platform/db/pool-metrics.ts',
    from: 'empresaId?: string): void {',
    to: `empresaId?: string): void { if (${OFF}) return;`,
  },
];
