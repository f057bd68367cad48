import type { VendasDoInicio } from '@prumo/contract/inicio.ts';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide-react';
import { analysisOf } from '#features/inicio/indicadores.tsx';
import { InicioCard } from '#features/inicio/inicio-card.tsx';
import { cn } from '#lib/class-names.ts';
import { formatMoney } from '#lib/numbers/format.ts';
import { ChartLegend } from '#ui/day/day-chart.tsx';
import { VendasChart } from './vendas-chart.tsx';
import { VendasTable } from './vendas-table.tsx';
import { relativeDelta } from './vendas-words.ts';

const TITLE = 'Vendas nos últimos 30 dias';

/** The sales of all contas, or what they wait for. */
export function VendasCard({ vendas: answer }: { vendas: VendasDoInicio }) {
  const { vendas, contas, lidas } = answer;
  if (!vendas)
    return (
      <InicioCard title={TITLE}>
        <EmptyChart
          text={
            contas === 0
              ? 'Começa com o primeiro pedido lido da sua conta.'
              : 'Os pedidos das suas contas ainda estão sendo lidos.'
          }
        />
      </InicioCard>
    );
  const { periodo, periodo_antes, dias, dias_antes, completo } = vendas;
  const delta = periodo_antes ? relativeDelta(periodo.total, periodo_antes.total) : undefined;
  return (
    <InicioCard
      title={TITLE}
      aside={
        <Link
          {...analysisOf(answer)}
          aria-label="Ver a análise das vendas"
          className="flex size-8 items-center justify-center rounded-control text-muted hover:bg-subtle hover:text-fg"
        >
          <ArrowUpRight aria-hidden className="size-4" />
        </Link>
      }
    >
      <div className="flex flex-1 flex-col gap-1 px-4 pb-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p>
            <span className="font-semibold text-page tracking-[-0.02em]">{formatMoney(periodo.total)}</span>{' '}
            {delta && (
              <span
                className={cn(
                  'font-medium text-meta',
                  delta.sentido === 'alta' ? 'text-ok-fg' : 'text-bad-fg',
                )}
              >
                <span className="sr-only">{delta.sentido} de </span>
                <span aria-hidden>{delta.sentido === 'alta' ? '+' : '\u2212'}</span>
                {delta.texto}
              </span>
            )}
          </p>
          {dias_antes.length > 0 && <ChartLegend before="30 dias antes" />}
        </div>
        {lidas < contas && (
          <p className="text-meta text-muted">
            {lidas} de {contas} contas: as outras ainda não têm pedidos lidos.
          </p>
        )}
        {!completo && (
          <p className="text-meta text-muted">
            Pedidos mais antigos ainda estão sendo lidos; a soma vai crescer.
          </p>
        )}
        <VendasChart dias={dias} antes={dias_antes} />
        <VendasTable dias={dias} antes={dias_antes} />
      </div>
    </InicioCard>
  );
}

/** A chart without sales. The line shows where they will be. */
const EmptyChart = ({ text }: { text: string }) => (
  <div className="flex flex-col gap-3 px-4 pb-4">
    <svg aria-hidden viewBox="0 0 300 80" preserveAspectRatio="none" className="h-20 w-full">
      {[1, 40, 79].map((y) => (
        <path key={y} d={`M0,${y}H300`} vectorEffect="non-scaling-stroke" className="stroke-border" />
      ))}
      <path
        d="M0,72L40,60L80,65L120,45L160,50L200,30L240,34L300,12"
        vectorEffect="non-scaling-stroke"
        strokeDasharray="3 3"
        className="fill-none stroke-faint"
      />
    </svg>
    <p className="text-meta text-muted">{text}</p>
  </div>
);
