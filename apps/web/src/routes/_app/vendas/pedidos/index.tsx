import { createFileRoute } from '@tanstack/react-router';
import { PedidosPage } from '#features/pedidos/pedidos-page.tsx';
import type { PedidosSearch } from '#features/pedidos/pedidos-search.ts';
import { useWhileHere } from '#lib/use-while-here.ts';

export const Route = createFileRoute('/_app/vendas/pedidos/')({
  // The screen checks the values, so that the first load of every other screen has no code for it.
  validateSearch: (raw: PedidosSearch) => raw,
  component: Pedidos,
});

function Pedidos() {
  const navigate = Route.useNavigate();
  return (
    <PedidosPage
      search={Route.useSearch()}
      go={useWhileHere(
        (change, options) =>
          void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false, ...options }),
      )}
    />
  );
}
