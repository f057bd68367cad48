import { openGate } from '#platform/admission/gate.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { imageRuns } from '#platform/metrics/metrics.ts';
import { remembered } from '#platform/remembered.ts';
import { type Confinement, findConfinement } from './confine.ts';
import { openImagePace } from './image-pace.ts';
import { openSlot, type Slot } from './image-slot.ts';
import type { Job } from './images.process.ts';

export type Reencoded =
  | {
      ok: true;
      bytes: Buffer;
      thumbnail: Buffer | null;
      largura: number;
      altura: number;
      tipo: 'image/webp';
    }
  /** `refused`: this image will never be accepted. `busy`: the same image may be sent again. */
  | { ok: false; kind: 'refused' | 'busy'; mensagem: string };

export interface Images {
  /**
   * Re-encodes an image as a WebP without metadata, no larger than `maxSide`. With `thumbnailSide` it also
   * makes a thumbnail.
   */
  reencode(empresaId: string, bytes: Uint8Array, sides: Omit<Job, 'bytes'>): Promise<Reencoded>;
  /** The ids of the running processes. The memory figures of this process do not include theirs. */
  pids(): number[];
  close(): Promise<void>;
}

export interface ImageLimits {
  /** The maximum resident memory of one process, checked every 50 ms. An idle process uses about 100 MB. */
  memoryMb?: number;
  /** The CPU time for one image. A thumbnail adds as much again, and so does HEIC. */
  cpuMs?: number;
  /**
   * The clock time for one image, however busy the machine is. It exceeds the CPU time of every kind of image,
   * so on an idle machine an expensive image ends by its CPU time.
   */
  wallMs?: number;
  /** The number of front processes. The background process comes in addition. */
  processes?: number;
  /**
   * The maximum number of images that wait for the front processes. As many may wait for the background
   * process. Each waiting image holds its upload in memory.
   */
  waiting?: number;
  /** The maximum number of waiting images of one empresa. */
  waitingPerEmpresa?: number;
  /**
   * The maximum wait of an image. Wait and `wallMs` together are shorter than the time limit of a request.
   */
  maxWaitMs?: number;
  /** Multiplies the clock-time limits, not the limit of CPU time. */
  patience?: number;
  /** The user and group id that the processes change to if they have the right. Default: `nobody`. */
  uid?: number;
  log?: Log;
}

const sentences = {
  busy: 'Há muitas imagens sendo processadas agora. Espere alguns segundos e envie outra vez.',
  tooHeavy: 'Esta imagem é pesada demais para ser lida. Salve-a em tamanho menor e tente outra vez.',
};
const busy = () => new AppError('unavailable', sentences.busy);

/**
 * Re-encodes images in a pool of processes that empresas share fairly (`gate.ts`). An empresa uses one
 * process. It uses all of them while no other empresa waits and its own recent images were fast. One more
 * process, the background, runs at a lower priority. It takes the images of empresas whose recent images were
 * slow (`image-pace.ts`), so that slow images do not delay other empresas. While the background is idle, it
 * also takes further images of an empresa that has one in a front process.
 */
export function openImages({
  memoryMb = 400,
  cpuMs = 2_000,
  patience = 1,
  wallMs = 7_000 * patience,
  processes = 2,
  waiting = 32,
  // Fits all photos of a produto (30) uploaded together.
  waitingPerEmpresa = 30,
  maxWaitMs = 7_000 * patience,
  uid = 65_534,
  log,
}: ImageLimits = {}): Images {
  const confinement = remembered(Number.POSITIVE_INFINITY, () => findAndReport(log));
  const slot = (isBackground: boolean) =>
    openSlot({ memoryMb, cpuMs, wallMs, isBackground, uid, confinement });
  const idle = Array.from({ length: processes }, () => slot(false));
  const background = slot(true);
  const slots = [...idle, background];

  const limits = { waiting, waitingPerTenant: waitingPerEmpresa, maxWaitMs };
  const pace = openImagePace();
  const isSlow = (empresaId: string) => pace.isSlow(empresaId, performance.now());
  const isFast = (empresaId: string) => pace.isFast(empresaId, performance.now());
  // The first images of an empresa may all be slow, so it gets one process until one of its images was fast.
  const runningPerTenant = (empresaId: string) => (isFast(empresaId) ? processes : 1);
  const gate = openGate({ ...limits, places: processes, runningPerTenant }, busy);
  const backgroundGate = openGate({ ...limits, places: 1 }, busy);
  /** The number of images of each empresa that run in, or wait for, the front processes. */
  const inFront = new Map<string, number>();

  /**
   * Prefers a slot whose process runs, so that an image does not wait for the restart of a killed process.
   */
  const takeIdle = () =>
    idle.splice(
      Math.max(
        0,
        idle.findIndex((each) => each.pid() !== undefined),
      ),
      1,
    )[0];

  async function run(on: Slot, empresaId: string, job: Job): Promise<Reencoded> {
    const answer = await on.run(job);
    if (answer === 'late') {
      // The image held a process for `wallMs`, whether it or the machine was slow.
      pace.note(empresaId, wallMs, performance.now());
      return { ok: false, kind: 'busy', mensagem: sentences.busy };
    }
    pace.note(empresaId, answer === 'killed' ? answer : answer.cpuMs, performance.now());
    // The process died on this image. It was killed for its time or memory, or the image crashed the decoder.
    if (answer === 'killed') return { ok: false, kind: 'refused', mensagem: sentences.tooHeavy };
    if (!answer.ok) return { ok: false, kind: 'refused', mensagem: answer.mensagem };
    const { bytes, thumbnail, largura, altura } = answer;
    return { ok: true, bytes, thumbnail, largura, altura, tipo: 'image/webp' };
  }

  /** Returns null when the empresa became slow while the image waited. */
  async function runInFront(empresaId: string, job: Job): Promise<Reencoded | null> {
    inFront.set(empresaId, (inFront.get(empresaId) ?? 0) + 1);
    try {
      return await gate.run(empresaId, async () => {
        const free = isSlow(empresaId) ? undefined : takeIdle();
        if (free === undefined) return null;
        return run(free, empresaId, job).finally(() => idle.push(free));
      });
    } finally {
      const left = (inFront.get(empresaId) ?? 1) - 1;
      if (left === 0) inFront.delete(empresaId);
      else inFront.set(empresaId, left);
    }
  }

  async function reencode(empresaId: string, job: Job): Promise<Reencoded> {
    const isSecond = inFront.has(empresaId) && backgroundGate.running + backgroundGate.waiting === 0;
    try {
      const front = isSecond || isSlow(empresaId) ? null : await runInFront(empresaId, job);
      return front ?? (await backgroundGate.run(empresaId, () => run(background, empresaId, job)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ok: false, kind: 'busy', mensagem: error.message };
    }
  }

  return {
    async reencode(empresaId, bytes, sides) {
      const began = performance.now();
      const answer = await reencode(empresaId, { bytes, ...sides });
      imageRuns({ outcome: answer.ok ? 'ok' : answer.kind }).observe((performance.now() - began) / 1000);
      return answer;
    },
    pids: () => slots.flatMap((each) => each.pid() ?? []),
    close: async () => {
      await Promise.all(slots.map((each) => each.close()));
    },
  };
}

async function findAndReport(log: Log | undefined): Promise<Confinement> {
  const found = await findConfinement();
  if (found.missing.length > 0)
    log?.warn({ missing: found.missing }, 'the image processes run with more rights than they need');
  return found;
}
