import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Confinement, confine, EMPTY_ENVIRONMENT } from './confine.ts';
import type { Answer, Job, Settings } from './images.process.ts';

/**
 * A slot of the pool. It has one process at a time, which starts when first needed and is replaced after it
 * dies.
 */
export interface Slot {
  /**
   * Sends the image to the process and returns its answer. `killed`: the process died on this image. `late`:
   * the process did not answer within `wallMs`, or the slot was closed before the image was sent.
   */
  run(job: Job): Promise<Answer | 'killed' | 'late'>;
  pid(): number | undefined;
  close(): Promise<void>;
}

export interface SlotOptions {
  memoryMb: number;
  cpuMs: number;
  wallMs: number;
  /** Whether the process runs at a lower priority than the processes of the other slots. */
  isBackground: boolean;
  /** The user and group id of the image process, if the server may change them. */
  uid: number;
  confinement: () => Promise<Confinement>;
}

export function openSlot(options: SlotOptions): Slot {
  let child: ChildProcess | undefined;
  let closed = false;

  async function start(): Promise<ChildProcess> {
    const started = await startProcess(options);
    started.once('exit', () => {
      child = undefined;
    });
    child = started;
    return started;
  }

  async function run(job: Job): Promise<Answer | 'killed' | 'late'> {
    if (closed) return 'late';
    const worker = child ?? (await start());
    if (closed) {
      await end(worker);
      return 'late';
    }
    // The callback ignores a failed send. The process is then dead, and `listen` reports that.
    worker.send(job, () => {});
    const heard = await listen(worker, options.wallMs);
    // The other end is our own program, which answers in no other shape.
    return heard === 'exit' ? 'killed' : heard === 'timeout' ? 'late' : (heard.message as Answer);
  }

  async function close(): Promise<void> {
    closed = true;
    if (child) await end(child);
  }

  return { run, pid: () => child?.pid, close };
}

const entry = fileURLToPath(
  // The bundle puts the two programs in one folder.
  new URL(import.meta.url.endsWith('.ts') ? './images.process.ts' : './images.process.js', import.meta.url),
);

async function startProcess({
  memoryMb,
  cpuMs,
  isBackground,
  uid,
  confinement,
}: SlotOptions): Promise<ChildProcess> {
  const found = await confinement();
  const settings: Settings = { memoryMb, cpuMs, uid: found.mayChangeUser ? uid : null };
  const [program, args] = confine(found, entry, JSON.stringify(settings));
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    // The decoder gets none of our environment, so no secret is within its reach. It uses one malloc arena,
    // because glibc keeps the freed memory of each arena.
    env: { ...EMPTY_ENVIRONMENT, MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_ARENA_MAX: '1', VIPS_WARNING: '0' },
  });
  // Without a listener, a failed kill or send would end this process. `listen` reports the death of the child
  // to its caller in any case.
  child.on('error', () => {});
  // Sets the priority while the child has one thread. The threads that it starts later inherit the priority.
  if (child.pid !== undefined)
    setPriority(child.pid, Math.max(isBackground ? BACKGROUND_NICE : FRONT_NICE, getPriority()));
  // Reads stderr, so that the child never blocks on it. Keeps only the first 4,000 characters, for the error
  // of a failed start.
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    if (complaint.length < 4_000) complaint += chunk.toString();
  });
  const heard = await listen(child, START_MS);
  if (typeof heard === 'object' && heard.message === 'ready') return child;
  await end(child);
  throw new Error('The image process did not start', { cause: complaint });
}

/**
 * The maximum time for the start of a process. With PATIENCE=1 it exceeds the time limit of a request, so on
 * an overloaded machine the started process serves the next request and is not started again.
 */
const START_MS = 60_000;
/**
 * The niceness of the front processes. On a busy core such a process gets a third of the time of a process at
 * 0, so that images do not delay requests.
 */
const FRONT_NICE = 5;
/**
 * The niceness of the background process. Under contention it gets a tenth of the CPU time of a process at 0,
 * which is enough for an image to end in time.
 */
const BACKGROUND_NICE = 10;

/**
 * Waits for the next message or the exit of the process. Kills the process when neither comes within
 * `timeoutMs`.
 */
async function listen(
  child: ChildProcess,
  timeoutMs: number,
): Promise<{ message: unknown } | 'exit' | 'timeout'> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  const heard = new AbortController();
  const { signal } = heard;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]: unknown[]) => ({ message })),
      once(child, 'exit', { signal }).then((): 'exit' | 'timeout' => (isLate ? 'timeout' : 'exit')),
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
