import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log.ts';
import { heardBy, isTooMuch } from './heard.ts';
import { type Changed, selectDireitosMudados, selectNovidadesOf } from './novidades.queries.ts';
import { isBefore, type Posicoes } from './posicao.ts';
import type { Stream } from './stream.ts';

/** A tab that listens. */
export interface Listener {
  sessionHash: string;
  userId: string;
  empresaId: string;
  /** The rights of the person, as the door writes them. */
  direitos: string;
  /** The snapshot up to which the tab knows all changes. */
  snapshot: string;
  stream: Stream;
}

export interface Hub {
  add(listener: Listener): void;
  remove(listener: Listener): void;
  /** Every open stream of this process. */
  listeners(): ReadonlySet<Listener>;
  isClosing(): boolean;
  /** Ends every stream. The readers come back to another process, each at a moment of its own. */
  close(): Promise<void>;
}

/** The pause between two reads of the changes. One read serves every stream of the process. */
const TURN_MS = 250;
/** How often the rights of every person are read again, also without changes. */
const CHECK_MS = 500;
/** It is shorter than the time after which proxies close a silent connection. */
const BEAT_MS = 15_000;
/** The readers of a stopping process come back within this time. */
const RETURN_MS = 2000;

/**
 * Tells the open tabs of this process what changed. While a tab is open, one connection reads the changes of all
 * empresas with an open tab, four times a second; without tabs nothing is read. LISTEN is not used: NOTIFY makes every
 * writing transaction of the installation wait for one lock, and needs a connection that no pool shares (ADR 0066).
 */
export function openHub({ db, posicoes, log }: { db: Database; posicoes: Posicoes; log: Log }): Hub {
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let checkedAt = 0;
  let beatAt = 0;
  let isClosing = false;

  function schedule(): void {
    if (timer || running || isClosing || listeners.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      running = turn()
        // The tabs keep their position, so the next turn reads the same changes.
        .catch((err: unknown) => log.warn({ err }, 'changes were not read'))
        .finally(() => {
          running = undefined;
          schedule();
        });
    }, TURN_MS);
  }

  async function turn(): Promise<void> {
    const present = [...listeners];
    const groups = groupsOf(present);
    const takenAt = Date.now();
    const { snapshot, changed } = await selectNovidadesOf(db, groups);
    const changesOf = Map.groupBy(changed, ({ n }) => n);
    const reached = groups.flatMap((group, n) => (changesOf.has(n + 1) ? group.members : []));
    const isCheckDue = takenAt - checkedAt >= CHECK_MS;
    // The rights are read after the changes. So a person who was removed before a change does not hear of it.
    await check(isCheckDue ? present : reached);
    if (isCheckDue) checkedAt = takenAt;

    const posicao = posicoes.write({ snapshot, takenAt });
    const isBeatDue = takenAt - beatAt >= BEAT_MS;
    if (isBeatDue) beatAt = takenAt;
    for (const [n, group] of groups.entries()) {
      const changes: Changed[] = changesOf.get(n + 1) ?? [];
      const recomece = isTooMuch(changes) || isBefore(snapshot, group.snapshot);
      for (const member of group.members) {
        member.snapshot = snapshot;
        if (!listeners.has(member)) continue;
        const novidades = heardBy(member.direitos, changes);
        if (novidades.length > 0 || recomece) member.stream.send({ posicao, novidades, recomece });
        else if (isBeatDue) member.stream.beat(posicao);
      }
    }
  }

  /** Ends the streams of people who may no longer listen. The tabs of one session are asked for once. */
  async function check(listening: readonly Listener[]): Promise<void> {
    if (listening.length === 0) return;
    const believed = [...Map.groupBy(listening, beliefOf).values()];
    const changed = await selectDireitosMudados(
      db,
      believed.map(([first]) => first as Listener),
    );
    for (const { n, direitos } of changed)
      for (const listener of believed[Number(n) - 1] ?? []) {
        if (direitos?.includes(',consultar,')) listener.direitos = direitos;
        else {
          listeners.delete(listener);
          listener.stream.dismiss();
        }
      }
  }

  return {
    add(listener) {
      listeners.add(listener);
      schedule();
    },
    remove: (listener) => void listeners.delete(listener),
    listeners: () => listeners,
    isClosing: () => isClosing,
    async close() {
      isClosing = true;
      clearTimeout(timer);
      await running;
      for (const { stream } of listeners) stream.end(Math.random() * RETURN_MS);
      listeners.clear();
    },
  };
}

const beliefOf = ({ sessionHash, empresaId, direitos }: Listener) =>
  `${sessionHash} ${empresaId} ${direitos}`;

interface Group {
  empresaId: string;
  snapshot: string;
  members: Listener[];
}

/** After their first turn, all tabs of an empresa are one group. */
function groupsOf(present: readonly Listener[]): Group[] {
  const groups = new Map<string, Group>();
  for (const listener of present) {
    const { empresaId, snapshot } = listener;
    const key = `${empresaId} ${snapshot}`;
    const group = groups.get(key);
    if (group) group.members.push(listener);
    else groups.set(key, { empresaId, snapshot, members: [listener] });
  }
  return [...groups.values()];
}
