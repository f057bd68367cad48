import type { Access } from '#platform/db/db.ts';
import { AppError } from '#platform/errors.ts';
import { networksOf } from './address.ts';
import type { Cost } from './admission.ts';
import { type Allowance, openRates } from './rates.ts';

export interface RateLimits {
  /**
   * Counts the request against the limit of every network that contains the address: the IPv4 address itself,
   * or the IPv6 /64, /56 and /48. Throws `limited` with the time to wait.
   */
  takeNetwork(address: string, cost: Cost): void;
  /** Counts the request against the limits of the person and of the empresa, whatever its address. */
  takeTenant(access: Pick<Access, 'userId' | 'empresaId'>, cost: Cost): void;
}

/**
 * The factor by which each cost class multiplies RATE_LIMIT (requests per minute). Sign-in has further limits
 * by account, network and device (`modules/acesso/limits.ts`). Its limit here only stops floods.
 */
const COST_SHARE: Record<Cost, number> = {
  read: 1,
  search: 1,
  summary: 0.5,
  write: 0.5,
  heavy: 0.1,
  'sign-in': 0.5,
  notification: 100,
};
/**
 * The factors of the limit for an IPv4 address or an IPv6 /64, for a /56 and for a /48. A larger network may
 * serve more people.
 */
const NETWORK_SHARE = [1, 2, 4];
/** All people of an empresa together may send this many times the limit of one person. */
const EMPRESA_SHARE = 4;

/** Counts in the memory of this process. `perMinute` of 0 switches the limits off. */
export function openRateLimits(perMinute: number): RateLimits {
  const rates = openRates();
  const take = (allowances: readonly Allowance[]) => {
    const wait = rates.take(allowances, performance.now());
    if (wait <= 0) return;
    const seconds = Math.ceil(wait / 1000);
    const unit = seconds === 1 ? 'segundo' : 'segundos';
    throw new AppError('limited', `Muitos pedidos em pouco tempo. Tente de novo em ${seconds} ${unit}.`, {
      retryAfter: seconds,
    });
  };
  if (perMinute <= 0) return { takeNetwork: () => {}, takeTenant: () => {} };
  return {
    takeNetwork(address, cost) {
      const most = Math.ceil(perMinute * COST_SHARE[cost]);
      take(
        networksOf(address).map((network, n) => ({
          key: `${cost} ${network}`,
          perMinute: most * (NETWORK_SHARE[n] ?? 1),
        })),
      );
    },
    takeTenant({ userId, empresaId }, cost) {
      const most = Math.ceil(perMinute * COST_SHARE[cost]);
      take([
        { key: `${cost} ${userId}`, perMinute: most },
        { key: `${cost} ${empresaId}`, perMinute: most * EMPRESA_SHARE },
      ]);
    },
  };
}
