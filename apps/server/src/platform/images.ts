import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answer, Job } from './images.process.ts';

export type Reencoded =
  | {
      ok: true;
      bytes: Buffer;
      thumbnail: Buffer | null;
      largura: number;
      altura: number;
      tipo: 'image/webp';
    }
  /** `refused`: this image will never be taken. `busy`: the same image may be sent again. */
  | { ok: false; kind: 'refused' | 'busy'; mensagem: string };

export interface Images {
  /** Whatever image comes in, a WebP without metadata, no larger than `maxSide`, goes out; a small one if asked for. */
  reencode(bytes: Uint8Array, sides: Omit<Job, 'bytes'>): Promise<Reencoded>;
  /** The processes at work; their memory is in no figure of this one. */
  pids(): number[];
  close(): Promise<void>;
}

export interface ImageLimits {
  /** Resident memory of one process, about 100 of it at rest; looked at every 50 ms. */
  memoryMb?: number;
  /** For one image; starting a process does not count, and one with a thumbnail has twice as long. */
  timeoutMs?: number;
  processes?: number;
  /** How many images may wait for a process; each holds its upload in memory. */
  waiting?: number;
}

const sentences = {
  busy: 'Há muitas imagens sendo processadas agora. Espere alguns segundos e envie outra vez.',
  tooHeavy: 'Esta imagem é pesada demais para ser lida. Salve-a em tamanho menor e tente outra vez.',
};

export function openImages({
  memoryMb = 400,
  timeoutMs = 2_000,
  processes = 2,
  // All photos of a produto chosen at once, and some more.
  waiting: maxWaiting = 32,
}: ImageLimits = {}): Images {
  const slots = Array.from({ length: processes }, () => openSlot(memoryMb, timeoutMs));
  const idle = [...slots];
  const waiting: ((slot: Slot) => void)[] = [];
  return {
    async reencode(bytes, sides) {
      if (idle.length === 0 && waiting.length >= maxWaiting) {
        return { ok: false, kind: 'busy', mensagem: sentences.busy };
      }
      const slot = idle.pop() ?? (await new Promise<Slot>((resolve) => waiting.push(resolve)));
      try {
        return await slot.run({ bytes, ...sides });
      } finally {
        const next = waiting.shift();
        if (next) next(slot);
        else idle.push(slot);
      }
    },
    pids: () => slots.flatMap((slot) => slot.pid() ?? []),
    close: async () => {
      await Promise.all(slots.map((slot) => slot.close()));
    },
  };
}

/** A place in the pool: one process at a time, started when first needed and replaced after it dies. */
interface Slot {
  run(job: Job): Promise<Reencoded>;
  pid(): number | undefined;
  close(): Promise<void>;
}

function openSlot(memoryMb: number, timeoutMs: number): Slot {
  let child: ChildProcess | undefined;
  let closed = false;

  async function start(): Promise<ChildProcess> {
    const started = await startProcess(memoryMb);
    started.once('exit', () => {
      child = undefined;
    });
    child = started;
    return started;
  }

  async function run(job: Job): Promise<Reencoded> {
    if (closed) return { ok: false, kind: 'busy', mensagem: sentences.busy };
    const worker = child ?? (await start());
    // A failed send needs no answer of its own: the process is gone, and `listen` says so.
    worker.send(job, () => {});
    // The program at the other end is ours, and answers in no other shape.
    const answer = (await listen(worker, job.thumbnailSide ? 2 * timeoutMs : timeoutMs)) as Answer | null;
    // It died on this image: killed for its time or memory, or crashed by what it read.
    if (answer === null) return { ok: false, kind: 'refused', mensagem: sentences.tooHeavy };
    if (!answer.ok) return { ok: false, kind: 'refused', mensagem: answer.mensagem };
    return { ...answer, tipo: 'image/webp' };
  }

  async function close(): Promise<void> {
    closed = true;
    if (child) await end(child);
  }

  return { run, pid: () => child?.pid, close };
}

const entry = new URL(
  // The bundle puts the two programs side by side.
  import.meta.url.endsWith('.ts') ? './images.process.ts' : './images.process.js',
  import.meta.url,
);

async function startProcess(memoryMb: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [fileURLToPath(entry), String(memoryMb)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    // No secret of ours is within a decoder's reach. One arena: glibc keeps what each of many has freed.
    env: { MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_ARENA_MAX: '1', VIPS_WARNING: '0' },
  });
  // Without a listener a failed kill or send would end this process; whoever waits hears of the death anyway.
  child.on('error', () => {});
  // Read, so that the process never blocks on it, and dropped once it runs: an image could write there.
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    if (complaint.length < 4_000) complaint += chunk.toString();
  });
  if ((await listen(child, 10_000)) === 'ready') return child;
  await end(child);
  throw new Error('The image process did not start', { cause: complaint });
}

/** What the process says next, or null when it dies first; it is killed when it stays silent for too long. */
async function listen(child: ChildProcess, timeoutMs: number): Promise<unknown> {
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const heard = new AbortController();
  const { signal } = heard;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message),
      once(child, 'exit', { signal }).then(() => null),
    ]);
  } finally {
    clearTimeout(timer);
    heard.abort();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
