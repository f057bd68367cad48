import type { Analise, Faturamento } from '@prumo/contract/analises.ts';
import { formatInteger, formatMoney } from '#lib/numbers/format.ts';
import { Figure, Figures } from '#ui/figures.tsx';
import { AnaliseDias } from './analise-dias.tsx';
import { AnaliseMaisVendidos } from './analise-mais-vendidos.tsx';
import { ANTERIOR_WORDS, type Periodo } from './analise-periodo.ts';
import { changeOf } from './analise-words.ts';

interface AnaliseVendasProps {
  analise: Analise;
  /** The period of these figures. Undefined while they belong to another one than the chosen. */
  periodo: Periodo | undefined;
}

/** The sales of the period. Renders nothing when they are not known. */
export function AnaliseVendas({ analise, periodo }: AnaliseVendasProps) {
  const { revenue, revenue_before, dias, dias_antes, mais_vendidos } = analise;
  if (!revenue) return null;
  const anterior = periodo && ANTERIOR_WORDS[periodo];
  const note = (of: (revenue: Faturamento) => string | number) => {
    const change = revenue_before && changeOf(of(revenue), of(revenue_before));
    return change && anterior ? `${change} sobre os ${anterior}` : undefined;
  };
  return (
    <>
      <Figures label="Vendas do período" className="grid-cols-2 md:grid-cols-4">
        <Figure
          className="col-span-2 md:col-span-1"
          label="Faturamento"
          value={formatMoney(revenue.total)}
          note={note(({ total }) => total)}
        />
        <Figure
          label="Pedidos"
          value={formatInteger(revenue.orders_count)}
          note={note(({ orders_count }) => orders_count)}
        />
        <Figure
          label="Ticket Médio"
          value={formatMoney(revenue.average_ticket)}
          note={note(({ average_ticket }) => average_ticket)}
        />
        <Figure
          className="col-span-2 md:col-span-1"
          label="Estornos"
          value={formatMoney(revenue.refunds)}
          note={besides(revenue)}
        />
      </Figures>
      <AnaliseDias dias={dias} antes={dias_antes} anterior={anterior} />
      <AnaliseMaisVendidos anuncios={mais_vendidos} />
    </>
  );
}

/** For example `Tarifas R$ 10,00 · 2 cancelados (R$ 30,00)`. */
function besides({ fees, canceled_count, canceled_total }: Faturamento): string {
  const cancelled = `${formatInteger(canceled_count)} ${canceled_count === 1 ? 'cancelado' : 'cancelados'}`;
  return `Tarifas ${formatMoney(fees)} · ${cancelled}${canceled_count > 0 ? ` (${formatMoney(canceled_total)})` : ''}`;
}
