import type { DiaDeVendas } from '@prumo/contract/analises.ts';
import { useState } from 'react';
import { formatInteger, formatMoney } from '#lib/format.ts';
import {
  areaOf,
  indexAt,
  indexByKey,
  lineOf,
  mondaysOf,
  pointsOf,
  ticksOf,
  writeTick,
} from '#ui/chart-scale.ts';
import { chartDay, tickDay } from './vendas-words.ts';

/** The coordinate system of the lines. The browser stretches it, so all texts are HTML above it. */
const BOX = { width: 1000, height: 200 };
const percent = (value: number, of: number) => `${(value / of) * 100}%`;

interface VendasChartProps {
  /** The last day is today, which is not over. */
  dias: readonly DiaDeVendas[];
  /** The days before, or none. */
  antes: readonly DiaDeVendas[];
}

/** The sales of each day. The arrow keys, Home and End choose a day, and so does the pointer. */
export function VendasChart({ dias, antes }: VendasChartProps) {
  const [at, setAt] = useState<number>();
  const values = dias.map(({ total }) => Number(total));
  const before = antes.map(({ total }) => Number(total));
  const ticks = ticksOf([...values, ...before]);
  const top = ticks.at(-1) ?? 1;
  const points = pointsOf(values, top, BOX);
  const pointsBefore = pointsOf(before, top, BOX);
  const place = at === undefined ? undefined : points[at];
  const chosen = at === undefined ? undefined : dias[at];
  const today = points.at(-1);
  return (
    <div className="flex h-56 pt-2 pr-2 md:h-60">
      <div aria-hidden className="relative mb-6 w-12 shrink-0 text-badge text-muted">
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute right-2 -translate-y-1/2 whitespace-nowrap"
            style={{ top: percent(top - tick, top) }}
          >
            {writeTick(tick)}
          </span>
        ))}
      </div>
      <div className="relative min-w-0 flex-1">
        <div
          role="slider"
          tabIndex={0}
          aria-label="Vendas por dia"
          aria-valuemin={1}
          aria-valuemax={dias.length}
          aria-valuenow={(at ?? dias.length - 1) + 1}
          aria-valuetext={valueText(chosen ?? dias.at(-1), antes[at ?? dias.length - 1])}
          className="absolute inset-0 bottom-6 touch-pan-y rounded-small"
          onPointerMove={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect();
            setAt(indexAt((clientX - left) / width, dias.length));
          }}
          onPointerLeave={() => setAt(undefined)}
          onBlur={() => setAt(undefined)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') return setAt(undefined);
            const next = indexByKey(event.key, at, dias.length);
            if (next === undefined) return;
            event.preventDefault();
            setAt(next);
          }}
        >
          <svg
            aria-hidden
            viewBox={`0 0 ${BOX.width} ${BOX.height}`}
            preserveAspectRatio="none"
            className="size-full overflow-visible"
          >
            {ticks.map((tick) => (
              <path
                key={tick}
                d={`M0,${BOX.height - (tick / top) * BOX.height}H${BOX.width}`}
                vectorEffect="non-scaling-stroke"
                className="stroke-border"
              />
            ))}
            <path d={areaOf(points.slice(0, -1), BOX)} className="fill-chart opacity-8" />
            <path
              d={lineOf(pointsBefore)}
              vectorEffect="non-scaling-stroke"
              strokeDasharray="3 3"
              className="fill-none stroke-faint"
            />
            <path
              d={lineOf(points.slice(0, -1))}
              vectorEffect="non-scaling-stroke"
              strokeWidth={2}
              strokeLinejoin="round"
              className="fill-none stroke-chart"
            />
            <path
              d={lineOf(points.slice(-2))}
              vectorEffect="non-scaling-stroke"
              strokeWidth={2}
              strokeDasharray="2 3"
              className="fill-none stroke-chart"
            />
            {place && (
              <path
                d={`M${place.x},0V${BOX.height}`}
                vectorEffect="non-scaling-stroke"
                className="stroke-faint"
              />
            )}
          </svg>
          {today && <Dot x={today.x} y={today.y} isHollow />}
          {place && <Dot x={place.x} y={place.y} />}
          {place && chosen && at !== undefined && (
            <Hint dia={chosen} antes={antes[at]} isLeft={at < dias.length / 2} x={place.x} />
          )}
        </div>
        <div aria-hidden className="absolute inset-x-0 bottom-0 h-5 text-badge text-muted">
          {mondaysOf(dias.map(({ dia }) => dia))
            // The last days have no room for a label beside `hoje`.
            .filter((n) => n < dias.length - 3)
            .map((n) => (
              <span
                key={n}
                className="absolute -translate-x-1/2 whitespace-nowrap first:max-md:translate-x-0"
                style={{ left: percent(n, dias.length - 1) }}
              >
                {tickDay(dias[n]?.dia ?? '')}
              </span>
            ))}
          <span className="absolute right-0">hoje</span>
        </div>
      </div>
    </div>
  );
}

function Dot({ x, y, isHollow = false }: { x: number; y: number; isHollow?: boolean }) {
  return (
    <span
      aria-hidden
      className={`pointer-events-none absolute size-2 -translate-1/2 rounded-full border-2 border-chart ${isHollow ? 'bg-surface' : 'bg-chart'}`}
      style={{ left: percent(x, BOX.width), top: percent(y, BOX.height) }}
    />
  );
}

interface HintProps {
  dia: DiaDeVendas;
  antes: DiaDeVendas | undefined;
  /** Whether the day is in the left half, so that the hint opens to its right. */
  isLeft: boolean;
  x: number;
}

/** The slider says the same to screen readers. */
function Hint({ dia, antes, isLeft, x }: HintProps) {
  const left = percent(x, BOX.width);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-2 z-10 w-48 rounded-control border bg-raised p-2.5 text-meta shadow-float"
      style={isLeft ? { left, marginLeft: 12 } : { right: `calc(100% - ${left})`, marginRight: 12 }}
    >
      <p className="mb-1 font-semibold">{chartDay(dia.dia)}</p>
      <p className="flex justify-between gap-3">
        <span className="text-muted">Vendas</span>
        <span className="font-medium">{formatMoney(dia.total)}</span>
      </p>
      {antes && (
        <p className="flex justify-between gap-3">
          <span className="text-muted">30 dias antes</span>
          <span className="font-medium">{formatMoney(antes.total)}</span>
        </p>
      )}
      <p className="flex justify-between gap-3">
        <span className="text-muted">Pedidos</span>
        <span className="font-medium">{formatInteger(dia.pedidos)}</span>
      </p>
    </div>
  );
}

function valueText(dia: DiaDeVendas | undefined, antes: DiaDeVendas | undefined): string {
  if (!dia) return '';
  const before = antes ? `; 30 dias antes, ${formatMoney(antes.total)}` : '';
  return `${chartDay(dia.dia)}: ${formatMoney(dia.total)}, ${dia.pedidos} ${dia.pedidos === 1 ? 'pedido' : 'pedidos'}${before}`;
}
