import { createFileRoute } from '@tanstack/react-router';
import type { PedidosSearch } from '#features/pedidos/pedidos-search.ts';
import { SeparacaoPage } from '#features/pedidos/separacao/separacao-page.tsx';

export const Route = createFileRoute('/_app/vendas/pedidos/separacao')({
  // The screen checks the values, so that the first load of every other screen has no code for it.
  validateSearch: (raw: PedidosSearch) => raw,
  component: Separacao,
});

function Separacao() {
  return <SeparacaoPage search={Route.useSearch()} />;
}
