import type { Edit } from '../kit/edits.ts';
import { flood } from './flood.ts';
import { neighbour } from './neighbour.ts';
import type { World } from './site.ts';

/** A defect of `prove:overload --planted`. */
interface Defect {
  edits: readonly Edit[];
  /** Whether the server and PostgreSQL run on one core or may use both. */
  cores: 'one' | 'both';
  /** Runs the load that must expose the defect, and returns one sentence for each missed bar. */
  findings: (world: World) => Promise<string[]>;
}

const ADMISSION = 'platform/admission/admission.ts';
const SHED = 'platform/admission/shed.ts';

async function floodFindings(world: World): Promise<string[]> {
  const { goodputRatio, withoutRetryAfter, lost, readyzFailed, refused, recoverySeconds } =
    await flood(world);
  return [
    ...(goodputRatio < 0.5 ? [`goodput is ${goodputRatio.toFixed(2)} of the capacity`] : []),
    ...(withoutRetryAfter > 0 ? [`${withoutRetryAfter} of ${refused} refusals without Retry-After`] : []),
    ...(lost > 0 ? [`${lost} requests were not answered`] : []),
    ...(readyzFailed > 0 ? [`/readyz failed ${readyzFailed} times`] : []),
    ...(recoverySeconds > 10 ? [`p99 is still above twice the normal one 10 s after the flood`] : []),
  ];
}

/**
 * Sends ten times the flood that the proof sends. With its gate, the product still refuses no request of the
 * quiet empresas.
 */
async function summaryFindings(world: World): Promise<string[]> {
  const { figures } = await neighbour(world, { only: (kind) => kind.startsWith('summary'), times: 500 });
  return figures
    .filter(({ quietRefused }) => quietRefused > 0)
    .map(
      ({ kind, quietRefused, quietSent }) =>
        `${kind}: ${quietRefused} of ${quietSent} quiet requests refused`,
    );
}

export const DEFECTS = {
  /** Every request bypasses the gate and takes a connection directly from the pool. */
  'gate-removed': {
    edits: [
      { file: ADMISSION, from: 'tenant(who, cost, work) {', to: 'tenant(_who, cost, work) { return work();' },
    ],
    cores: 'both',
    findings: summaryFindings,
  },
  /** The server admits every request, however many are in flight, and lets it wait. */
  'queue-unbounded': {
    edits: [{ file: SHED, from: 'if (!letsIn(load)) {', to: 'if (!letsIn(load) && load.inFlight < 0) {' }],
    cores: 'one',
    findings: floodFindings,
  },
  /** The server sheds /readyz like any other request, so a busy process looks like a broken one. */
  'readyz-is-shed': {
    edits: [
      {
        file: SHED,
        from: "request.method === 'GET' ? health(request.url ?? '') : undefined",
        to: 'undefined as ReturnType<typeof health>',
      },
    ],
    cores: 'one',
    findings: floodFindings,
  },
  'no-retry-after': {
    edits: [{ file: SHED, from: "headers.push('retry-after', '2')", to: 'headers.length += 0' }],
    cores: 'one',
    findings: floodFindings,
  },
} satisfies Record<string, Defect>;
