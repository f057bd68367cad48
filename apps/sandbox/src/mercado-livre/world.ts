import type { Faults } from '#faults.ts';
import { type Counts, openCounts } from '#mercado-livre/control/counts.ts';
import { type InvoiceBook, openInvoiceBook } from '#mercado-livre/invoices/book.ts';
import { type Notifier, openNotifier } from '#mercado-livre/notifications/notifier.ts';
import { type Application, defaultApplication } from '#mercado-livre/oauth/application.ts';
import { type Grants, openGrants } from '#mercado-livre/oauth/grants.ts';
import { type Limits, openLimits } from '#mercado-livre/oauth/limits.ts';
import { openScrolls, type Scrolls } from '#mercado-livre/protocol/scrolls.ts';
import { openSellers, type Sellers } from '#mercado-livre/users/sellers.ts';
import { type Clock, openClock } from './clock.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';

/** The whole simulated Mercado Livre. */
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
  invoices: InvoiceBook;
  faults: Faults;
  /** Every code and token issued. */
  issued: string[];
}

export interface WorldOptions {
  /** The clock, for a world that starts at another time. */
  now?: () => number;
  /** Replaces the application registered for this machine. */
  applications?: readonly Application[];
  settings?: Partial<Settings>;
}

export function openWorld(
  url: string,
  { faults, issued, now, applications, settings: changes }: WorldOptions & Pick<World, 'faults' | 'issued'>,
): World {
  const clock = openClock(now);
  const known = new Map((applications ?? [defaultApplication()]).map((each) => [each.id, each]));
  const settings = { ...DEFAULT_SETTINGS, ...changes };
  const grants = openGrants(clock.now, issued);
  return {
    urls: {
      auth: `${url}/mercado-livre-auth`,
      api: `${url}/mercado-livre`,
      pictures: `${url}/mercado-livre-fotos`,
    },
    clock,
    settings,
    applications: known,
    sellers: openSellers(clock.now(), clock.now),
    grants,
    limits: openLimits(),
    scrolls: openScrolls(clock.now, settings),
    counts: openCounts(),
    notifier: openNotifier(known, grants, clock.now, settings),
    invoices: openInvoiceBook(),
    faults,
    issued,
  };
}
