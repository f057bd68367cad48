import { type LimiteDeReputacao, METRICAS, NIVEIS } from '@prumo/contract/analises.ts';

type Metrica = (typeof METRICAS)[number];
type Nivel = (typeof NIVEIS)[number];

/** The limits in parts of ten thousand, so that limits and counts are compared without floating point. */
const LIMITS: Record<Metrica, Record<Nivel, number>> = {
  claims: { lider: 100, verde: 200, amarelo: 450, laranja: 800 },
  cancellations: { lider: 50, verde: 150, amarelo: 350, laranja: 400 },
  delayed_handling_time: { lider: 600, verde: 1000, amarelo: 1800, laranja: 2200 },
};
const WHOLE = 10_000;

type Metrics = { sales: number } & Record<Metrica, { rate: number; value: number } | null>;

/**
 * Returns how many more claims, cancellations and late dispatches are possible with the sales of the period.
 * The strictest limit that is not exceeded yet applies. The MercadoLíder limits apply only to a MercadoLíder.
 */
export function limitesOf(metrics: Metrics, { isLeader }: { isLeader: boolean }): LimiteDeReputacao[] {
  const { sales } = metrics;
  if (sales <= 0) return [];
  return METRICAS.flatMap((metrica): LimiteDeReputacao[] => {
    const metric = metrics[metrica];
    if (!metric) return [];
    const rate = Math.round(metric.rate * WHOLE);
    const limits = LIMITS[metrica];
    const nivel = NIVEIS.find((each) => (each !== 'lider' || isLeader) && rate <= limits[each]) ?? null;
    const limit = limits[nivel ?? 'laranja'];
    const borne = Math.floor((limit * sales) / WHOLE);
    return [
      {
        metrica,
        nivel,
        limite: limit / WHOLE,
        restantes: nivel === null ? 0 : Math.max(0, borne - metric.value),
      },
    ];
  });
}
