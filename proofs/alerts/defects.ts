import type { Edit } from '../kit/edits.ts';

/** Defects of the instrumentation that leave a fault without its alert, each with the fault that must show it. */
export const DEFECTS: Readonly<Record<string, { fault: string; edits: readonly Edit[] }>> = {
  'mail-not-counted': {
    fault: 'mail refused',
    edits: [
      {
        file: 'platform/outside/mail.ts',
        from: "mails({ outcome: isRefusedForGood(error) ? 'refused' : 'failed' }).inc();",
        to: '',
      },
    ],
  },
  'status-without-its-class': {
    fault: '5xx',
    edits: [
      {
        file: 'platform/http/request-metrics.ts',
        from: 'const n = Math.floor(reply.statusCode / 100) - 1;',
        to: 'const n = 1;',
      },
    ],
  },
  'waiting-not-shown': {
    fault: 'pool full',
    edits: [
      {
        file: 'platform/db/pool-metrics.ts',
        from: 'dbWaiting.watch(() => [[{ pool: name }, pool.waitingCount]]),',
        to: '',
      },
    ],
  },
  'stock-check-tells-nothing': {
    fault: 'ledger disagrees',
    edits: [
      {
        file: 'main.check-stock.ts',
        from: 'value: findings.reduce((sum, { wrong }) => sum + wrong, 0),',
        to: 'value: 0,',
      },
    ],
  },
};
