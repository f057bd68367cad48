import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { type Day, today } from '#lib/numbers/day.ts';
import { areaOf, datesOf, indexAt, indexByKey, lineOf, pointsOf, ticksOf, writeTick } from './chart-scale.ts';

/** The coordinate system of the lines. The browser stretches it, so all texts are HTML around it. */
const BOX = { width: 1000, height: 200 };

interface DayChartProps {
  /** The accessible name of the drawing. */
  name: string;
  /** The accessible name of the control that chooses a day. */
  control: string;
  days: readonly Day[];
  values: readonly number[];
  /** The values of the same days of the period before, or none. */
  before: readonly number[];
  /** True for figures that are counted. */
  isWhole?: boolean;
  writeDay: (day: Day) => string;
  /** What a screen reader says about the day at this index. */
  textOf: (n: number) => string;
  /** What the hint shows about the day at this index. */
  hintOf: (n: number) => ReactNode;
}

/** A figure of each day. The pointer, a finger and the keys choose a day, whose figures a hint shows. */
export function DayChart(props: DayChartProps) {
  const { name, control, days, values, before, isWhole = false, writeDay, textOf, hintOf } = props;
  const [at, setAt] = useState<number>();
  const last = days.length - 1;
  const ticks = ticksOf([...values, ...before], isWhole);
  const top = ticks.at(-1) ?? 1;
  const points = pointsOf(values, top, BOX);
  const isOpen = days[last] === today();
  // Today is not over, so its part of the line is dotted and has no area.
  const whole = isOpen ? points.slice(0, -1) : points;
  const xOf = (n: number) => `${((points[n]?.x ?? 0) / BOX.width) * 100}%`;
  const yOf = (value: number) => `${(1 - value / top) * 100}%`;

  function point({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(indexAt((clientX - left) / width, days.length));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && at !== undefined) {
      event.stopPropagation();
      return setAt(undefined);
    }
    const next = indexByKey(event.key, at ?? last, days.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  }

  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2 gap-y-1 pt-2 pr-3">
      <div aria-hidden className="relative w-11 text-right text-meta text-muted tabular-nums">
        {ticks.map((tick) => (
          <span key={tick} className="absolute right-0 -translate-y-1/2" style={{ top: yOf(tick) }}>
            {writeTick(tick)}
          </span>
        ))}
      </div>
      <div className="relative">
        <svg
          role="img"
          aria-label={name}
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
          className="block h-44 w-full overflow-visible"
        >
          {ticks.map((tick) => (
            <path
              key={tick}
              d={`M0,${BOX.height * (1 - tick / top)}H${BOX.width}`}
              vectorEffect="non-scaling-stroke"
              className="stroke-border"
            />
          ))}
          <path d={areaOf(whole, BOX)} className="fill-chart opacity-10" />
          <Line points={pointsOf(before, top, BOX)} dash="4 4" width={1} className="stroke-faint" />
          <Line points={whole} width={2} className="stroke-chart" />
          {isOpen && <Line points={points.slice(-2)} dash="2 4" width={2} className="stroke-chart" />}
        </svg>
        {isOpen && <Dot x={xOf(last)} y={yOf(values[last] ?? 0)} className="border-chart bg-surface" />}
        {at !== undefined && (
          <>
            <span aria-hidden className="absolute inset-y-0 w-px bg-faint" style={{ left: xOf(at) }} />
            {before[at] !== undefined && (
              <Dot x={xOf(at)} y={yOf(before[at])} className="border-faint bg-surface" />
            )}
            <Dot x={xOf(at)} y={yOf(values[at] ?? 0)} className="border-surface bg-chart" />
          </>
        )}
        <div
          role="slider"
          tabIndex={0}
          aria-label={control}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, last)}
          aria-valuenow={at ?? Math.max(0, last)}
          aria-valuetext={last < 0 ? 'sem dias' : textOf(at ?? last)}
          className="absolute inset-0 cursor-crosshair touch-pan-y rounded-small"
          onPointerMove={point}
          onPointerDown={point}
          // A finger leaves the plot when it is lifted, and its figures stay until the next tap elsewhere.
          onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setAt(undefined)}
          onKeyDown={onKeyDown}
          onFocus={() => setAt((present) => present ?? last)}
          onBlur={() => setAt(undefined)}
        />
        {at !== undefined && days[at] !== undefined && (
          // The slider says the same to screen readers.
          <div
            aria-hidden
            className={cn(
              'pointer-events-none absolute top-1 z-10 flex flex-col gap-0.5 whitespace-nowrap rounded-control border border-field/50 bg-raised px-2.5 py-1.5 text-meta shadow-float',
              at > last / 2 ? '-translate-x-[calc(100%+10px)]' : 'translate-x-2.5',
            )}
            style={{ left: xOf(at) }}
          >
            {hintOf(at)}
          </div>
        )}
      </div>
      <div aria-hidden className="relative col-start-2 h-4 text-meta text-muted tabular-nums">
        {datesOf(days).map((n) => (
          <span key={n} className="absolute -translate-x-1/2 whitespace-nowrap" style={{ left: xOf(n) }}>
            {writeDay(days[n] ?? '')}
          </span>
        ))}
        <span className="absolute right-0 translate-x-3">{isOpen ? 'hoje' : writeDay(days[last] ?? '')}</span>
      </div>
    </div>
  );
}

/** A line of the hint. */
export const HintRow = ({ name, children }: { name: string; children: string }) => (
  <p className="flex justify-between gap-3">
    <span className="text-muted">{name}</span>
    <span className="font-medium tabular-nums">{children}</span>
  </p>
);

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

/** Which line is which. */
export const ChartLegend = ({ before }: { before: string }) => (
  <p className="flex flex-wrap gap-x-4 text-meta text-muted">
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="h-0.5 w-4 bg-chart" />
      Este período
    </span>
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="w-4 border-faint border-t border-dashed" />
      {before}
    </span>
  </p>
);
