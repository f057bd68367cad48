/** The ranks of the empresas that cost the most. */
export const RANKS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;

export interface EmpresaCost {
  empresaId: string;
  /** Database time in the last full minute. */
  seconds: number;
}

export interface EmpresaCosts {
  add(empresaId: string, seconds: number): void;
  /** The empresas that used the most database time in the last full minute, the largest first. */
  top(): readonly EmpresaCost[];
  /** The number of empresas that used the database in the last full minute. */
  active(): number;
}

const WINDOW_MS = 60_000;
/** Further empresas of a minute are not counted, so that the memory is bounded. */
const MOST_EMPRESAS = 10_000;

/** Adds up the database time of each empresa, minute by minute. */
export function openEmpresaCosts(now = () => Date.now()): EmpresaCosts {
  let minute = Math.floor(now() / WINDOW_MS);
  let spent = new Map<string, number>();
  let last: readonly EmpresaCost[] = [];
  let lastActive = 0;

  function turn(): void {
    const current = Math.floor(now() / WINDOW_MS);
    if (current === minute) return;
    const ended = current === minute + 1 ? spent : new Map<string, number>();
    last = [...ended]
      .map(([empresaId, seconds]) => ({ empresaId, seconds }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, RANKS.length);
    lastActive = ended.size;
    minute = current;
    spent = new Map();
  }

  return {
    add(empresaId, seconds) {
      turn();
      const before = spent.get(empresaId);
      if (before === undefined && spent.size >= MOST_EMPRESAS) return;
      spent.set(empresaId, (before ?? 0) + seconds);
    },
    top() {
      turn();
      return last;
    },
    active() {
      turn();
      return lastActive;
    },
  };
}

/** The costs of this process. */
export const empresaCosts = openEmpresaCosts();
