import type { Faults } from '#faults.ts';
import { type Application, defaultApplication } from './application.ts';
import { type Clock, openClock } from './clock.ts';
import { type Counts, openCounts } from './counts.ts';
import { type Grants, openGrants } from './grants.ts';
import { type Limits, openLimits } from './limits.ts';
import { type Notifier, openNotifier } from './notifier.ts';
import { openScrolls, type Scrolls } from './scan.ts';
import { openSellers, type Sellers } from './sellers.ts';

/** What the documentation leaves open, or a test wants otherwise. */
export interface Settings {
  /** Seconds an access token lives. */
  expiresIn: number;
  /** Whether a refresh ends the access tokens before it; the documentation is silent. */
  accessMorreNoRefresh: boolean;
  /** Whether `/items?ids=` still answers. */
  multigetAntigo: boolean;
  /** Whether a search without a status shows cancelled orders: documentation and measurement differ. */
  canceladosNaBusca: boolean;
  /** Whether the filters of dates drop the minutes. */
  precisaoDeHora: boolean;
  /** How many unfinished scrolls a seller may have in one application. */
  scrollsAbertos: number;
  /** Two writes to a listing within it collide. */
  intervaloDeEscritaMs: number;
}

/** The simulated Mercado Livre, whole. */
export interface World {
  urls: { auth: string; api: string; pictures: string };
  clock: Clock;
  settings: Settings;
  applications: Map<string, Application>;
  sellers: Sellers;
  grants: Grants;
  limits: Limits;
  scrolls: Scrolls;
  counts: Counts;
  notifier: Notifier;
  faults: Faults;
  /** Every code and token handed out. */
  issued: string[];
}

export interface WorldOptions {
  /** The real time, for a world that begins at another one. */
  now?: () => number;
  /** In the place of the one registered for this machine. */
  applications?: readonly Application[];
  settings?: Partial<Settings>;
}

export function openWorld(
  url: string,
  { faults, issued, now, applications, settings }: WorldOptions & Pick<World, 'faults' | 'issued'>,
): World {
  const clock = openClock(now);
  const known = new Map((applications ?? [defaultApplication()]).map((each) => [each.id, each]));
  const grants = openGrants(clock.now, issued);
  return {
    urls: {
      auth: `${url}/mercado-livre-auth`,
      api: `${url}/mercado-livre`,
      pictures: `${url}/mercado-livre-fotos`,
    },
    clock,
    settings: {
      expiresIn: 21_600,
      accessMorreNoRefresh: false,
      multigetAntigo: false,
      canceladosNaBusca: false,
      precisaoDeHora: true,
      scrollsAbertos: 3,
      intervaloDeEscritaMs: 1000,
      ...settings,
    },
    applications: known,
    sellers: openSellers(clock.now(), clock.now),
    grants,
    limits: openLimits(),
    scrolls: openScrolls(),
    counts: openCounts(),
    notifier: openNotifier(known, grants, clock.now),
    faults,
    issued,
  };
}
