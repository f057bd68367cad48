import type { Somas } from '@prumo/contract/margens.ts';
import { Link } from '@tanstack/react-router';
import { custoText } from '#features/pedidos/margem/margem-words.ts';
import { cn } from '#lib/class-names.ts';
import { formatMoney } from '#lib/numbers/format.ts';
import { Figure, Figures } from '#ui/figures.tsx';
import {
  costText,
  countText,
  isSome,
  margemText,
  missingOf,
  percentualText,
  receitaOf,
  tarifasOf,
} from './soma-words.ts';

interface TotaisProps {
  somas: Somas | undefined;
  /** True while the figures belong to the period before. */
  stale: boolean;
}

/** The sums of the period, and what is missing in them. */
export function Totais({ somas, stale }: TotaisProps) {
  if (!somas)
    return (
      <div role="status" aria-label="Somando o período" className="skeleton h-20 shrink-0 rounded-card" />
    );
  const { pedidos, unidades, estornado, outra, frete, imposto, mercadoria, estimada } = somas;
  const { sem_custo, sem_frete, sem_imposto } = somas;
  const missing = missingOf(somas);
  return (
    <div
      aria-busy={stale}
      className={cn('flex shrink-0 flex-col gap-2 transition-opacity', stale && 'opacity-60')}
    >
      <Figures label="Margem do período" className="grid-cols-2 md:grid-cols-3 xl:grid-cols-6">
        <Figure
          label="Receita"
          value={formatMoney(receitaOf(somas))}
          note={
            <>
              {countText(pedidos, 'pedido', 'pedidos')} · {countText(unidades, 'un.', 'un.')}
              {isSome(estornado) && <span className="block">já sem {formatMoney(estornado)} devolvido</span>}
            </>
          }
        />
        <Figure
          label="Tarifas de venda"
          value={costText(tarifasOf(somas))}
          note={isSome(outra) ? `com ${custoText(outra)} de outras` : 'comissão e taxa fixa'}
        />
        <Figure label="Frete por sua conta" value={costText(frete, sem_frete)} />
        <Figure label="Imposto" value={costText(imposto, sem_imposto)} note="pela sua alíquota" />
        <Figure label="Custo das peças" value={costText(mercadoria, sem_custo)} />
        <Figure
          label="Margem"
          value={margemText(somas)}
          note={`${percentualText(somas)}${estimada ? ' · estimada' : ''}`}
        />
      </Figures>
      {missing.length > 0 && (
        <ul className="flex flex-col gap-0.5 text-meta text-muted">
          {missing.map((each) => (
            <li key={each}>
              {each.startsWith('O imposto') ? (
                <Link
                  to="/configuracao/equipe"
                  hash="imposto"
                  className="rounded-small underline underline-offset-4"
                >
                  {each}
                </Link>
              ) : (
                each
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
