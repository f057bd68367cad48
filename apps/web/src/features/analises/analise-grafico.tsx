import type { DiaDeVendas } from '@prumo/contract/analises.ts';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { today } from '#lib/day.ts';
import { areaOf, datesOf, dayAfterKey, lineOf, PLOT, pointsOf, ticksOf } from './analise-plot.ts';
import { dayInWords, dayWriterOf, formatCompact } from './analise-words.ts';

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

/**
 * The SVG stretches to the available width, so its texts are HTML around it. The plot shows the figures of one day by
 * pointer, touch and arrow keys. The table in `AnaliseDias` gives all of them.
 */
export function AnaliseGrafico(props: AnaliseGraficoProps) {
  const { title, dias, antes, anterior, of, write, isWhole = false } = props;
  const [at, setAt] = useState<number>();
  const writeDay = dayWriterOf(dias);
  const last = dias.length - 1;
  const [now, before] = [dias.map((dia) => Number(of(dia))), antes.map((dia) => Number(of(dia)))];
  const ticks = ticksOf([...now, ...before], isWhole);
  const top = ticks.at(-1) ?? 1;
  const points = pointsOf(now, top);
  const pointsBefore = pointsOf(before, top);
  const isOpen = dias[last]?.dia === today();
  // Today is not over, so its part of the line is dotted and has no area.
  const whole = isOpen ? points.slice(0, -1) : points;
  const label = `${title} por dia, de ${writeDay(dias[0]?.dia ?? '')} a ${writeDay(dias[last]?.dia ?? '')}`;
  const shown = at === undefined ? undefined : dias[at];
  const shownBefore = at === undefined ? undefined : antes[at];
  const xOf = (n: number) => `${((points[n]?.x ?? 0) / PLOT.width) * 100}%`;
  const yOf = (value: number) => `${(1 - value / top) * 100}%`;

  function point({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const n = Math.round(((clientX - left) / width) * last);
    setAt(Math.min(last, Math.max(0, n)));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && at !== undefined) {
      event.stopPropagation();
      return setAt(undefined);
    }
    const next = dayAfterKey(at ?? last, event.key, dias.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  }

  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 text-control">
        <span className="font-medium">{title}</span>
        {anterior && antes.length > 0 && <Legend anterior={anterior} />}
      </figcaption>
      <div className="grid grid-cols-[auto_1fr] gap-x-2 gap-y-1 pt-2 pr-3">
        <div aria-hidden className="relative w-11 text-right text-meta text-muted tabular-nums">
          {ticks.map((tick) => (
            <span key={tick} className="absolute right-0 -translate-y-1/2" style={{ top: yOf(tick) }}>
              {formatCompact(tick)}
            </span>
          ))}
        </div>
        <div className="relative">
          <svg
            role="img"
            aria-label={label}
            viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
            preserveAspectRatio="none"
            className="block h-44 w-full overflow-visible"
          >
            {ticks.map((tick) => (
              <path
                key={tick}
                d={`M0,${PLOT.height * (1 - tick / top)}H${PLOT.width}`}
                vectorEffect="non-scaling-stroke"
                className="stroke-border"
              />
            ))}
            <path d={areaOf(whole)} className="fill-chart opacity-10" />
            <Line points={pointsBefore} dash="4 4" width={1} className="stroke-faint" />
            <Line points={whole} width={2} className="stroke-chart" />
            {isOpen && <Line points={points.slice(-2)} dash="2 4" width={2} className="stroke-chart" />}
          </svg>
          {isOpen && <Dot x={xOf(last)} y={yOf(now[last] ?? 0)} className="border-chart bg-surface" />}
          {at !== undefined && (
            <>
              <span aria-hidden className="absolute inset-y-0 w-px bg-faint" style={{ left: xOf(at) }} />
              {before[at] !== undefined && (
                <Dot x={xOf(at)} y={yOf(before[at])} className="border-faint bg-surface" />
              )}
              <Dot x={xOf(at)} y={yOf(now[at] ?? 0)} className="border-surface bg-chart" />
            </>
          )}
          <div
            role="slider"
            tabIndex={0}
            aria-label={`Ver ${title} de um dia`}
            aria-valuemin={0}
            aria-valuemax={Math.max(0, last)}
            aria-valuenow={at ?? Math.max(0, last)}
            aria-valuetext={textOf(dias[at ?? last], antes[at ?? last], of, write)}
            className="absolute inset-0 cursor-crosshair touch-pan-y rounded-small"
            onPointerMove={point}
            onPointerDown={point}
            // A finger leaves the plot when it is lifted, and its figures stay until the next tap elsewhere.
            onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setAt(undefined)}
            onKeyDown={onKeyDown}
            onFocus={() => setAt((present) => present ?? last)}
            onBlur={() => setAt(undefined)}
          />
          {shown && at !== undefined && (
            <div
              aria-hidden
              className={cn(
                'pointer-events-none absolute top-1 z-10 flex flex-col gap-0.5 whitespace-nowrap rounded-control border border-field/50 bg-raised px-2.5 py-1.5 text-meta shadow-float',
                at > last / 2 ? '-translate-x-[calc(100%+10px)]' : 'translate-x-2.5',
              )}
              style={{ left: xOf(at) }}
            >
              <p className="font-medium first-letter:uppercase">{dayInWords(shown.dia)}</p>
              <Row name={isOpen && at === last ? 'Hoje, até agora' : title}>{write(of(shown))}</Row>
              {shownBefore && (
                <Row name={`Antes, em ${writeDay(shownBefore.dia)}`}>{write(of(shownBefore))}</Row>
              )}
            </div>
          )}
        </div>
        <div aria-hidden className="relative col-start-2 h-4 text-meta text-muted tabular-nums">
          {datesOf(dias.map(({ dia }) => dia)).map((n) => (
            <span key={n} className="absolute -translate-x-1/2" style={{ left: xOf(n) }}>
              {writeDay(dias[n]?.dia ?? '')}
            </span>
          ))}
          <span className="absolute right-0 translate-x-3">
            {isOpen ? 'hoje' : writeDay(dias[last]?.dia ?? '')}
          </span>
        </div>
      </div>
    </figure>
  );
}

interface LineProps {
  points: Parameters<typeof lineOf>[0];
  width: number;
  dash?: string;
  className: string;
}

const Line = ({ points, width, dash, className }: LineProps) => (
  <path
    d={lineOf(points)}
    vectorEffect="non-scaling-stroke"
    strokeWidth={width}
    strokeDasharray={dash}
    strokeLinejoin="round"
    strokeLinecap={dash ? 'butt' : 'round'}
    className={cn('fill-none', className)}
  />
);

const Dot = ({ x, y, className }: { x: string; y: string; className: string }) => (
  <span
    aria-hidden
    className={cn('absolute size-2 -translate-x-1/2 -translate-y-1/2 rounded-full border-2', className)}
    style={{ left: x, top: y }}
  />
);

const Row = ({ name, children }: { name: string; children: string }) => (
  <p className="flex justify-between gap-3">
    <span className="text-muted">{name}</span>
    <span className="font-medium tabular-nums">{children}</span>
  </p>
);

const Legend = ({ anterior }: { anterior: string }) => (
  <span className="flex flex-wrap gap-x-4 text-meta text-muted">
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="h-0.5 w-4 bg-chart" />
      Este período
    </span>
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="w-4 border-faint border-t border-dashed" />
      {anterior}
    </span>
  </span>
);

/** What a screen reader says about a day. */
function textOf(
  dia: DiaDeVendas | undefined,
  antes: DiaDeVendas | undefined,
  of: AnaliseGraficoProps['of'],
  write: AnaliseGraficoProps['write'],
): string {
  if (!dia) return 'sem dias';
  return `${dayInWords(dia.dia)}: ${write(of(dia))}${antes ? `, antes ${write(of(antes))}` : ''}`;
}
