import type { DiaDeVendas } from '@prumo/contract/analises.ts';
import { formatInteger, formatMoney } from '#lib/numbers/format.ts';
import { DayChart, HintRow } from '#ui/day/day-chart.tsx';
import { chartDay, tickDay } from './vendas-words.ts';

interface VendasChartProps {
  dias: readonly DiaDeVendas[];
  /** The days before, or none. */
  antes: readonly DiaDeVendas[];
}

/** The sales of each day, beside those of the 30 days before. */
export function VendasChart({ dias, antes }: VendasChartProps) {
  function textOf(n: number): string {
    const [dia, before] = [dias[n], antes[n]];
    if (!dia) return '';
    const pedidos = `${dia.pedidos} ${dia.pedidos === 1 ? 'pedido' : 'pedidos'}`;
    return `${chartDay(dia.dia)}: ${formatMoney(dia.total)}, ${pedidos}${before ? `; 30 dias antes, ${formatMoney(before.total)}` : ''}`;
  }

  function hintOf(n: number) {
    const [dia, before] = [dias[n], antes[n]];
    if (!dia) return null;
    return (
      <>
        <p className="font-medium">{chartDay(dia.dia)}</p>
        <HintRow name="Vendas">{formatMoney(dia.total)}</HintRow>
        {before && <HintRow name="30 dias antes">{formatMoney(before.total)}</HintRow>}
        <HintRow name="Pedidos">{formatInteger(dia.pedidos)}</HintRow>
      </>
    );
  }

  return (
    <DayChart
      name="Vendas por dia nos últimos 30 dias"
      control="Vendas por dia"
      days={dias.map(({ dia }) => dia)}
      values={dias.map(({ total }) => Number(total))}
      before={antes.map(({ total }) => Number(total))}
      writeDay={tickDay}
      textOf={textOf}
      hintOf={hintOf}
    />
  );
}
