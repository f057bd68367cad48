import {
  ABA_EM_PALAVRAS,
  ABAS_DE_PEDIDOS,
  type AbaDePedidos,
  type ResumoDePedidos,
} from '@prumo/contract/pedidos-fila.ts';
import { Link } from '@tanstack/react-router';
import { cn } from '#lib/class-names.ts';
import { TabCount, tabLink, tabLinksLook } from '#ui/tab-link.tsx';
import type { PedidosSearch } from './pedidos-search.ts';

interface AbasProps {
  resumo: ResumoDePedidos | undefined;
  /** Undefined while a search looks through all abas, or while the first one is not known. */
  current: AbaDePedidos | undefined;
  search: PedidosSearch;
}

/** The abas in the order of work. */
export function Abas({ resumo, current, search }: AbasProps) {
  return (
    <nav aria-label="Abas dos pedidos" className={cn(tabLinksLook, 'shrink-0 border-b')}>
      {ABAS_DE_PEDIDOS.map((aba) => {
        const counted = resumo?.abas.find((each) => each.aba === aba);
        const isBad = aba === 'problemas' && counted !== undefined && counted.total > 0;
        return (
          <Link
            key={aba}
            to="/vendas/pedidos"
            search={{ ...search, aba, pedido: undefined }}
            {...tabLink(aba === current)}
          >
            {ABA_EM_PALAVRAS[aba]}
            <TabCount counted={counted} look={isBad ? 'bad' : aba === current ? 'current' : 'plain'} />
          </Link>
        );
      })}
    </nav>
  );
}
