import type { GrupoDaMargem, LinhaDaMargemDoPeriodo } from '@prumo/contract/margens.ts';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { cn } from '#lib/class-names.ts';
import { formatDate, formatMoney } from '#lib/numbers/format.ts';
import { Custos } from './custos.tsx';
import type { MargemSearch } from './margem-search.ts';
import {
  costText,
  countText,
  margemText,
  nomeOf,
  percentualText,
  receitaOf,
  tarifasOf,
  withoutText,
} from './soma-words.ts';

interface LinhaProps {
  linha: LinhaDaMargemDoPeriodo;
  grupo: GrupoDaMargem;
  search: MargemSearch;
  isOpen: boolean;
  onToggle: () => void;
}

const cellLook = 'border-b px-3 py-1.5';
const numberLook = 'text-right tabular-nums whitespace-nowrap';
const nameLook =
  'flex w-full min-w-0 items-center gap-1 rounded-small text-left focus-visible:-outline-offset-2 pointer-coarse:min-h-11';

/** One row. A produto or an anuncio leads to its pedidos, and a pedido opens to its costs. */
export function Linha({ linha, grupo, search, isOpen, onToggle }: LinhaProps) {
  const { chave, frete, imposto, mercadoria, margem, pedido, sem_custo, sem_frete, sem_imposto } = linha;
  const nome = nomeOf(linha, grupo);
  const receita = formatMoney(receitaOf(linha));
  const isLoss = margem.startsWith('-');
  const without = withoutText(linha);
  const text = (
    <>
      <ChevronRight
        aria-hidden
        className={cn('size-3.5 shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium max-md:line-clamp-2 max-md:whitespace-normal">
          {nome}
        </span>
        <span className="block truncate text-meta text-muted max-md:wrap-anywhere max-md:whitespace-normal">
          {aboutText(linha)}
        </span>
      </span>
    </>
  );
  return (
    <>
      <tr className={cn('hover:bg-subtle', isOpen && 'bg-subtle')}>
        <td className={cn(cellLook, 'min-w-0')}>
          {pedido ? (
            <button type="button" aria-expanded={isOpen} className={nameLook} onClick={onToggle}>
              {text}
            </button>
          ) : (
            <Link
              to="/vendas/margem"
              search={{
                ...search,
                grupo: grupo === 'produto' ? undefined : grupo,
                [grupo]: chave,
                aberto: undefined,
              }}
              activeProps={{}}
              className={nameLook}
            >
              {text}
            </Link>
          )}
        </td>
        <td className={cn(cellLook, numberLook, 'max-md:hidden')}>{receita}</td>
        <td className={cn(cellLook, numberLook, 'text-muted max-xl:hidden')}>{costText(tarifasOf(linha))}</td>
        <td className={cn(cellLook, numberLook, 'text-muted max-xl:hidden')}>{costText(frete, sem_frete)}</td>
        <td className={cn(cellLook, numberLook, 'text-muted max-xl:hidden')}>
          {costText(imposto, sem_imposto)}
        </td>
        <td className={cn(cellLook, numberLook, 'text-muted max-lg:hidden')}>
          {costText(mercadoria, sem_custo)}
        </td>
        <td className={cn(cellLook, numberLook)}>
          <span className={cn('block font-medium', isLoss && 'text-bad-fg')}>{margemText(linha)}</span>
          <span className="block whitespace-normal text-meta text-muted">
            {percentualText(linha)}
            <span className="md:hidden"> de {receita}</span>
          </span>
          {without && (
            <span
              className={cn(
                'block whitespace-normal text-meta',
                sem_custo > 0 ? 'text-warn-fg' : 'text-muted',
              )}
            >
              {without}
            </span>
          )}
        </td>
      </tr>
      {pedido && isOpen && (
        <tr>
          <td colSpan={7} className="border-b bg-bg">
            <Custos linha={linha} pedido={pedido} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The second line of a row, such as `18/11/2026 · 2000011482039 · LOJA1`. */
function aboutText({ pedido, pedidos, unidades, sku, numero, conta }: LinhaDaMargemDoPeriodo): string {
  const what = pedido
    ? [
        formatDate(pedido.criado_em),
        numero,
        pedido.itens > 1 ? `${pedido.itens} itens` : null,
        pedido.is_cancelado ? 'cancelado' : null,
      ]
    : [sku ?? numero, countText(pedidos, 'pedido', 'pedidos'), `${unidades} un.`];
  return [...what, conta].filter((each) => each !== null).join(' · ');
}
