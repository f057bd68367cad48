import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import { cn } from '#lib/class-names.ts';
import { areaOf, lineOf, pointsOf } from '#ui/day/chart-scale.ts';
import type { Delta } from './vendas/vendas-words.ts';

interface IndicadorProps {
  label: string;
  value: string;
  delta?: Delta | undefined;
  /** What the value is compared with. */
  note: string;
  /** The last values, oldest first. Decoration: the value and the note say what matters. */
  spark?: readonly number[] | undefined;
  link: LinkProps;
}

/** One figure of the strip. The whole cell opens its analysis. */
export function Indicador({ label, value, delta, note, spark, link }: IndicadorProps) {
  const Arrow = delta?.sentido === 'alta' ? ArrowUpRight : ArrowDownRight;
  return (
    <div className="relative flex min-h-20.5 min-w-0 flex-col justify-center bg-surface px-4 py-2.5 focus-within:outline-2 focus-within:outline-ring focus-within:-outline-offset-2 hover:bg-subtle/60">
      <dt className="text-meta text-muted">
        <Link {...link} className="outline-none after:absolute after:inset-0">
          {label}
        </Link>
      </dt>
      <dd className="flex items-center justify-between gap-3">
        <span className="wrap-anywhere font-semibold text-page tracking-[-0.02em]">{value}</span>
        {spark && spark.length > 1 && <Spark values={spark} />}
      </dd>
      <dd className="text-meta text-muted">
        {delta && (
          <span
            className={cn(
              'mr-1 whitespace-nowrap font-medium',
              delta.sentido === 'alta' ? 'text-ok-fg' : 'text-bad-fg',
            )}
          >
            <Arrow aria-hidden className="mr-0.5 inline size-3.5" />
            <span className="sr-only">{delta.sentido} de </span>
            {delta.texto}
          </span>
        )}
        {note}
      </dd>
    </div>
  );
}

const BOX = { width: 80, height: 24 };

function Spark({ values }: { values: readonly number[] }) {
  const points = pointsOf(values, Math.max(...values) || 1, BOX);
  const last = points.at(-1);
  return (
    <svg
      aria-hidden
      viewBox={`0 -3 ${BOX.width + 3} ${BOX.height + 6}`}
      className="h-7 w-20 shrink-0 overflow-visible max-lg:hidden"
    >
      <path d={areaOf(points, BOX)} className="fill-chart opacity-10" />
      <path d={lineOf(points)} strokeWidth={1.5} strokeLinejoin="round" className="fill-none stroke-chart" />
      {last && <circle cx={last.x} cy={last.y} r={2} className="fill-chart" />}
    </svg>
  );
}
