import { chance, noise } from '#mercado-livre/noise.ts';
import type { Seller } from './seller.ts';

const LEVELS = ['5_green', '4_light_green', '3_yellow', '2_orange', '1_red'] as const;
const POWERS = ['platinum', 'gold', 'silver', null] as const;
const SALT = { total: 160, level: 161, claims: 162, delays: 163 };

/**
 * The reputation of a seller. Rates and ratings are fractions. More than half of the sellers are green, as in
 * reality.
 */
export function reputationOf(seller: Pick<Seller, 'seed' | 'features' | 'orders'>) {
  const { seed, features, orders } = seller;
  const period = orders * (60 / 365) >= 60 ? '60 days' : '365 days';
  if (features.has('conta_nova'))
    return {
      level_id: null,
      power_seller_status: null,
      transactions: {
        period: 'historic',
        total: 0,
        completed: 0,
        canceled: 0,
        ratings: { positive: 0, neutral: 0, negative: 0 },
      },
    };
  const total = orders * 3 + (noise(seed, 0, SALT.total) % 1000);
  const canceled = Math.floor(total * 0.12);
  const level = noise(seed, 0, SALT.level) % 2 === 0 ? 0 : noise(seed, 1, SALT.level) % LEVELS.length;
  const sold = Math.round(orders * (period === '60 days' ? 60 / 365 : 1) * 0.88);
  const excluded = features.has('protegido') ? { excluded: { real_value: 9, real_rate: 0.0361 } } : {};
  const metric = (rate: number) => ({ period, rate, value: Math.round(sold * rate), ...excluded });
  return {
    level_id: LEVELS[level] ?? '5_green',
    power_seller_status: level === 0 ? POWERS[noise(seed, 2, SALT.level) % POWERS.length] : null,
    ...(features.has('protegido') && {
      real_level: '3_yellow',
      protection_end_date: '2027-01-31T00:00:00.000-04:00',
    }),
    transactions: {
      period: 'historic',
      total,
      completed: total - canceled,
      canceled,
      ratings: { positive: 0.88, neutral: 0.08, negative: 0.04 },
    },
    metrics: {
      sales: { period, completed: sold },
      claims: metric(round(chance(seed, 0, SALT.claims) * 0.02)),
      delayed_handling_time: metric(round(chance(seed, 0, SALT.delays) * 0.08)),
      cancellations: metric(round(chance(seed, 1, SALT.claims) * 0.01)),
    },
  };
}

const round = (rate: number) => Math.round(rate * 10_000) / 10_000;
