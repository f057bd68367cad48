import type { Boletim } from '@prumo/contract/novidades.ts';
import { keepOpen } from './keep-open.ts';
import { recentBoletins } from './recent.ts';

export interface Sharing {
  usuario: string;
  empresa: string;
  /** The age of the oldest data on the screen, in seconds. */
  idade: () => number;
  signal: AbortSignal;
  onBoletim: (boletim: Boletim) => void;
  /** Whether changes reach this tab now. */
  onLive: (live: boolean) => void;
  onRefused: () => void;
}

type Message =
  | { kind: 'boletim'; boletim: Boletim }
  | { kind: 'pulso'; posicao: string }
  /** The stream is broken. A browser slows the timers of a hidden tab down, so a visible one takes over. */
  | { kind: 'down'; hidden: boolean }
  /** A tab has just opened, with data of this age. */
  | { kind: 'hello'; from: string; idade: number }
  | { kind: 'welcome'; to: string; boletins: Boletim[] };

/** The server is heard every 15 seconds. */
const SILENCE_MS = 45_000;
/**
 * The most streams of one browser. Without HTTP/2 a browser opens six connections to a server, and open streams must
 * leave some of them to the calls. Tabs of further empresas refresh when they get the focus.
 */
const SLOTS = ['novidades 1', 'novidades 2', 'novidades 3'];

/**
 * Shares one stream between all tabs of a browser with the same person and empresa. The tab that holds the lock reads
 * the stream and passes each event on. When it closes, the browser gives the lock to the next tab, which goes on from
 * the last position.
 */
export function shareStream(sharing: Sharing): void {
  const { usuario, empresa, idade, signal, onBoletim, onLive, onRefused } = sharing;
  const name = `novidades ${usuario} ${empresa}`;
  const channel = new BroadcastChannel(name);
  const self = crypto.randomUUID();
  const recent = recentBoletins();
  let posicao: string | undefined;
  let isReading = false;
  let silence: ReturnType<typeof setTimeout> | undefined;

  function heard(at: string): void {
    posicao = at;
    clearTimeout(silence);
    silence = setTimeout(() => onLive(false), SILENCE_MS);
    onLive(true);
  }
  function learn(boletim: Boletim): void {
    recent.add(boletim, performance.now());
    heard(boletim.posicao);
    onBoletim(boletim);
  }
  function take(message: Message): void {
    if (message.kind === 'boletim') learn(message.boletim);
    else if (message.kind === 'pulso') heard(message.posicao);
    else if (message.kind === 'welcome') {
      if (message.to === self) for (const boletim of message.boletins) learn(boletim);
    } else if (message.kind === 'hello') {
      const boletins = isReading ? recent.since(performance.now() - message.idade * 1000, posicao) : [];
      if (boletins.length > 0) tell({ kind: 'welcome', to: message.from, boletins });
    } else {
      onLive(false);
      if (message.hidden && !document.hidden && !isReading) lead(true);
    }
  }
  const tell = (message: Message) => signal.aborted || channel.postMessage(message);
  const takeAndTell = (message: Message) => {
    take(message);
    tell(message);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => take(data);

  /** Waits for the lock, or takes it from another tab, and reads the stream while this tab holds it. */
  function lead(takesOver: boolean): void {
    const lost = new AbortController();
    const until = AbortSignal.any([signal, lost.signal]);
    const read = () =>
      inSlot(until, async () => {
        isReading = true;
        await keepOpen({
          ...{ usuario, empresa, idade, onRefused, signal: until },
          posicao: () => posicao,
          onBoletim: (boletim) => takeAndTell({ kind: 'boletim', boletim }),
          onPulso: (at) => takeAndTell({ kind: 'pulso', posicao: at }),
          onDown: () => takeAndTell({ kind: 'down', hidden: document.hidden }),
        });
      });
    navigator.locks
      .request(name, takesOver ? { steal: true } : { signal }, read)
      .catch(ignoreAbort)
      .finally(() => {
        isReading = false;
        lost.abort();
        // Another tab has taken over, and this one waits for its turn.
        if (!signal.aborted) lead(false);
      });
  }
  lead(false);
  tell({ kind: 'hello', from: self, idade: idade() });
  signal.addEventListener('abort', () => {
    clearTimeout(silence);
    channel.close();
    onLive(false);
  });
}

/** Waits for a free slot and holds it while `work` runs. */
async function inSlot(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const found = new AbortController();
  const until = AbortSignal.any([signal, found.signal]);
  let isFound = false;
  const hold = async () => {
    if (isFound) return;
    isFound = true;
    found.abort();
    await work();
  };
  await Promise.all(
    SLOTS.map((slot) => navigator.locks.request(slot, { signal: until }, hold).catch(ignoreAbort)),
  );
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}
