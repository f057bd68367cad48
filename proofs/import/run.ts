import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Importacao } from '../../packages/contract/src/importacoes.ts';
import type { Site } from './site.ts';

const STEPS = ['buscar', 'ler', 'comparar', 'importar', 'fotos'] as const;
type Step = (typeof STEPS)[number];

/**
 * An import without progress for this long is stuck. It is longer than the queue takes to detect a lost job,
 * plus the time until the product restarts a stalled import.
 */
const STUCK_MS = 12 * 60_000;

/** For each step, how often the proof kills the worker and the time over which it spreads the kills. */
export type Kills = Record<Step, { times: number; withinMs: number }>;

export interface Run {
  importacao: Importacao;
  killed: Map<Step, number>;
  seconds: Map<Step, number>;
  /** The peak memory of the worker process. */
  workerMb: number;
  /** The peak memory of the worker together with its image processes. */
  familyMb: number;
  /** Seconds from each restart to the first progress after it. */
  recoverySeconds: number[];
  /** Whether the counts showed finished produtos while photos were still being copied. */
  sawProgressOfBoth: boolean;
}

/** Runs an import from its first call to its last photo, and kills the worker with SIGKILL meanwhile. */
export async function runImport(
  site: Site,
  options: { contaId: string; choices: object; kills: Kills | null; isQuick: boolean },
): Promise<Run> {
  const { contaId, choices, kills, isQuick } = options;
  const killed = new Map<Step, number>();
  const seconds = new Map<Step, number>();
  const recoverySeconds: number[] = [];
  let workerMb = 0;
  let familyMb = 0;
  let sawProgressOfBoth = false;
  let worker = site.startWorker();

  const estados = ['ativos', 'pausados', 'encerrados'];
  const { id } = await site.call<{ id: string }>('POST', '/api/importacoes', { conta_id: contaId, estados });
  const rowOf = async () =>
    (
      await site.sql(
        'select situacao, passo, progresso_em::text as moved, aviso from importacoes where id = $1',
        [id],
      )
    )[0] as { situacao: string; passo: Step; moved: string; aviso: string | null };

  const left = new Map(STEPS.map((step) => [step, kills?.[step].times ?? 0]));
  let killAt = Number.POSITIVE_INFINITY;
  /**
   * The time of the last progress when the worker or the import started. The first progress after it starts
   * the timer of the next kill.
   */
  let since: { moved: string; killedAt: number | null } | null = {
    moved: (await rowOf()).moved,
    killedAt: null,
  };
  let step: Step = 'buscar';
  let stepBegan = Date.now();
  let moved = { last: '', at: Date.now() };

  const plan = () => {
    const wanted = left.get(step) ?? 0;
    const { withinMs = 0 } = kills?.[step] ?? {};
    killAt = wanted > 0 ? Date.now() + (Math.random() * withinMs) / wanted : Number.POSITIVE_INFINITY;
  };

  async function kill(): Promise<void> {
    left.set(step, (left.get(step) ?? 1) - 1);
    killed.set(step, (killed.get(step) ?? 0) + 1);
    killAt = Number.POSITIVE_INFINITY;
    await worker.kill();
    since = { moved: (await rowOf()).moved, killedAt: Date.now() };
    worker = site.startWorker();
    // The queue detects the lost job within half a minute. A short run marks the job as lost immediately.
    if (isQuick)
      await site.sql(
        "update pgboss.job set state = 'retry', start_after = now() where state = 'active' and name = 'importacoes.avancar'",
      );
  }

  function turnTo(next: Step): void {
    seconds.set(step, (seconds.get(step) ?? 0) + (Date.now() - stepBegan) / 1000);
    stepBegan = Date.now();
    // If a step was too short for its kills, the remaining kills move to the next step.
    if (next !== step) left.set(next, (left.get(next) ?? 0) + (left.get(step) ?? 0));
    step = next;
    plan();
  }

  try {
    for (;;) {
      const row = await rowOf();
      const { own, all } = memoryOf(worker.child.pid);
      workerMb = Math.max(workerMb, own);
      familyMb = Math.max(familyMb, all);
      if (row.moved !== moved.last) moved = { last: row.moved, at: Date.now() };
      if (Date.now() - moved.at > STUCK_MS) throw new Error(`no progress in ${row.passo}: ${row.aviso}`);
      if (row.passo !== step) turnTo(row.passo);
      if (since && row.moved !== since.moved) {
        if (since.killedAt !== null) recoverySeconds.push((Date.now() - since.killedAt) / 1000);
        since = null;
        plan();
      }
      if (row.situacao === 'pronta') {
        turnTo('importar');
        // A person confirms the uncertain matches.
        await site.call('PUT', `/api/importacoes/${id}/anuncios`, { grupo: 'conferir', acao: 'ligar' });
        await site.call('POST', `/api/importacoes/${id}/iniciar`, choices);
        killAt = Number.POSITIVE_INFINITY;
        since = { moved: (await rowOf()).moved, killedAt: null };
      } else if (row.situacao === 'concluida') break;
      else if (row.situacao !== 'lendo' && row.situacao !== 'importando')
        throw new Error(`unexpected situacao ${row.situacao}: ${row.aviso}`);
      if (row.passo === 'fotos' && !sawProgressOfBoth) {
        const { contagem } = await site.call<Importacao>('GET', `/api/importacoes/${id}`);
        sawProgressOfBoth =
          contagem.criados > 0 && contagem.fotos_feitas > 0 && contagem.fotos_feitas < contagem.fotos;
      }
      if (Date.now() >= killAt) await kill();
      await sleep(40);
    }
    turnTo(step);
    const importacao = await site.call<Importacao>('GET', `/api/importacoes/${id}`);
    return { importacao, killed, seconds, workerMb, familyMb, recoverySeconds, sawProgressOfBoth };
  } finally {
    await worker.kill();
  }
}

/** The memory of a process and of it with its children, in MB. Both are 0 on a system without /proc. */
function memoryOf(pid: number | undefined): { own: number; all: number } {
  if (pid === undefined) return { own: 0, all: 0 };
  const children = textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  const resident = [String(pid), ...children].reduce((sum, each) => sum + sizeOf(each, 'VmRSS'), 0);
  return { own: sizeOf(String(pid), 'VmHWM'), all: resident };
}

const sizeOf = (pid: string, name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** The text of a file below /proc, or '' if the process has just ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
