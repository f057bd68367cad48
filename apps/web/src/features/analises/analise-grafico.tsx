import type { DiaDeVendas } from '@prumo/contract/analises.ts';
import { useState } from 'react';
import { areaOf, lineOf, PLOT, pointsOf, topOf } from './analise-plot.ts';
import { dayWriterOf } from './analise-words.ts';

interface AnaliseGraficoProps {
  title: string;
  dias: readonly DiaDeVendas[];
  antes: readonly DiaDeVendas[];
  anterior: string | undefined;
  /** The figure of one day, as text. */
  of: (dia: DiaDeVendas) => string;
  write: (value: string) => string;
}

/**
 * The SVG stretches to the available width, so its texts are HTML beside it. The table in `AnaliseDias` gives
 * the same figures to screen readers.
 */
export function AnaliseGrafico({ title, dias, antes, anterior, of, write }: AnaliseGraficoProps) {
  const [at, setAt] = useState<number>();
  const writeDay = dayWriterOf(dias);
  const [first, last] = [writeDay(dias[0]?.dia ?? ''), writeDay(dias.at(-1)?.dia ?? '')];
  const [now, before] = [dias.map((dia) => Number(of(dia))), antes.map((dia) => Number(of(dia)))];
  const top = topOf([...now, ...before]);
  const points = pointsOf(now, top);
  const shown = at === undefined ? undefined : dias[at];
  const shownBefore = at === undefined ? undefined : antes[at];
  const best = dias.reduce<DiaDeVendas | undefined>(
    (most, dia) => (most && Number(of(most)) >= Number(of(dia)) ? most : dia),
    undefined,
  );
  const place = at === undefined ? undefined : points[at];
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 text-control">
        <span className="font-medium">{title}</span>
        <span className="text-meta text-muted tabular-nums">
          {shown
            ? `${writeDay(shown.dia)}: ${write(of(shown))}${shownBefore ? ` (antes ${write(of(shownBefore))})` : ''}`
            : best && `Melhor dia ${writeDay(best.dia)}: ${write(of(best))}`}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title} por dia, de ${first} a ${last}`}
        viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
        preserveAspectRatio="none"
        className="h-40 w-full touch-pan-y overflow-visible"
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          const n = Math.round(((clientX - left) / width) * (dias.length - 1));
          setAt(Math.min(dias.length - 1, Math.max(0, n)));
        }}
        onPointerLeave={() => setAt(undefined)}
      >
        {[0, 0.5, 1].map((share) => (
          <path
            key={share}
            d={`M0,${share * PLOT.height}H${PLOT.width}`}
            vectorEffect="non-scaling-stroke"
            className="stroke-border"
          />
        ))}
        <path d={areaOf(points)} className="fill-primary opacity-10" />
        <path
          d={lineOf(pointsOf(before, top))}
          vectorEffect="non-scaling-stroke"
          strokeDasharray="4 4"
          className="fill-none stroke-faint"
        />
        <path
          d={lineOf(points)}
          vectorEffect="non-scaling-stroke"
          strokeWidth={2}
          strokeLinejoin="round"
          className="fill-none stroke-primary"
        />
        {place && (
          <path
            d={`M${place.x},0V${PLOT.height}`}
            vectorEffect="non-scaling-stroke"
            className="stroke-faint"
          />
        )}
      </svg>
      <div aria-hidden className="flex justify-between text-meta text-muted tabular-nums">
        <span>{first}</span>
        <span>até {write(String(top))}</span>
        <span>{last}</span>
      </div>
      {anterior && antes.length > 0 && (
        <p className="flex flex-wrap gap-x-4 text-meta text-muted">
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="h-0.5 w-4 bg-primary" />
            Este período
          </span>
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="w-4 border-faint border-t border-dashed" />
            {anterior}
          </span>
        </p>
      )}
    </figure>
  );
}
