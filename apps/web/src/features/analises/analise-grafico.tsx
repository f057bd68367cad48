import type { DiaDeVendas } from '@prumo/contract/analises.ts';
import { today } from '#lib/numbers/day.ts';
import { ChartLegend, DayChart, HintRow } from '#ui/day/day-chart.tsx';
import { dayInWords, dayWriterOf } from './analise-words.ts';

interface AnaliseGraficoProps {
  title: string;
  dias: readonly DiaDeVendas[];
  antes: readonly DiaDeVendas[];
  anterior: string | undefined;
  /** The figure of one day, as text. */
  of: (dia: DiaDeVendas) => string;
  write: (value: string) => string;
  /** True for figures that are counted. */
  isWhole?: boolean;
}

/** One figure of each day of the period. The table in `AnaliseDias` gives all of them. */
export function AnaliseGrafico(props: AnaliseGraficoProps) {
  const { title, dias, antes, anterior, of, write, isWhole = false } = props;
  const writeDay = dayWriterOf(dias);
  const last = dias.length - 1;

  function textOf(n: number): string {
    const [dia, before] = [dias[n], antes[n]];
    if (!dia) return '';
    return `${dayInWords(dia.dia)}: ${write(of(dia))}${before ? `, antes ${write(of(before))}` : ''}`;
  }

  function hintOf(n: number) {
    const [dia, before] = [dias[n], antes[n]];
    if (!dia) return null;
    const isOpen = n === last && dia.dia === today();
    return (
      <>
        <p className="font-medium first-letter:uppercase">{dayInWords(dia.dia)}</p>
        <HintRow name={isOpen ? 'Hoje, até agora' : title}>{write(of(dia))}</HintRow>
        {before && <HintRow name={`Antes, em ${writeDay(before.dia)}`}>{write(of(before))}</HintRow>}
      </>
    );
  }

  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 text-control">
        <span className="font-medium">{title}</span>
        {anterior && antes.length > 0 && <ChartLegend before={anterior} />}
      </figcaption>
      <DayChart
        name={`${title} por dia, de ${writeDay(dias[0]?.dia ?? '')} a ${writeDay(dias[last]?.dia ?? '')}`}
        control={`Ver ${title} de um dia`}
        days={dias.map(({ dia }) => dia)}
        values={dias.map((dia) => Number(of(dia)))}
        before={antes.map((dia) => Number(of(dia)))}
        isWhole={isWhole}
        writeDay={writeDay}
        textOf={textOf}
        hintOf={hintOf}
      />
    </figure>
  );
}
