import type { EstoqueDoInicio } from '@prumo/contract/inicio.ts';
import { Link } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import { cn } from '#lib/class-names.ts';
import { formatInteger, formatMoney } from '#lib/numbers/format.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { InicioCard } from './inicio-card.tsx';

const PARTS = [
  { situacao: 'normal', label: 'Acima do mínimo', look: 'bg-ok-mark' },
  { situacao: 'baixo', label: 'Abaixo do mínimo', look: 'bg-warn-mark' },
  { situacao: 'zerado', label: 'Sem estoque', look: 'bg-bad-mark' },
] as const;

/** The state of the stock. The parts count saldos of a produto in a deposito, as the inventory lists them. */
export function EstoqueCard({ estoque }: { estoque: EstoqueDoInicio }) {
  const { produtos, valor_estoque } = estoque;
  const total = estoque.normal + estoque.baixo + estoque.zerado;
  const known = [
    `${formatInteger(produtos)} ${produtos === 1 ? 'produto' : 'produtos'}`,
    ...(valor_estoque === undefined ? [] : [formatMoney(valor_estoque)]),
  ];
  return (
    <InicioCard title="Saúde do estoque" aside={known.join(' · ')}>
      {total === 0 ? (
        <EmptyState icon={Boxes}>Nenhum produto tem saldo em depósito ainda.</EmptyState>
      ) : (
        <div className="flex flex-col gap-3 px-4 pb-4">
          <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full">
            {PARTS.filter(({ situacao }) => estoque[situacao] > 0).map(({ situacao, look }) => (
              <span
                key={situacao}
                className={cn('min-w-1.5 rounded-small', look)}
                style={{ flexGrow: estoque[situacao] / total, flexBasis: 0 }}
              />
            ))}
          </div>
          <ul className="flex flex-col">
            {PARTS.map(({ situacao, label, look }) => (
              <li
                key={situacao}
                className="relative flex items-center gap-2 rounded-small py-1.5 text-control focus-within:outline-2 focus-within:outline-ring hover:bg-subtle/60 max-md:min-h-11"
              >
                <span aria-hidden className={cn('size-2 shrink-0 rounded-full', look)} />
                <Link
                  to="/catalogo/inventario"
                  search={{ situacao }}
                  className="text-muted outline-none after:absolute after:inset-0"
                >
                  {label}
                </Link>
                <span className="ml-auto font-medium">{formatInteger(estoque[situacao])}</span>
              </li>
            ))}
          </ul>
          <p className="text-meta text-muted">Cada item é um produto em um depósito.</p>
        </div>
      )}
    </InicioCard>
  );
}
