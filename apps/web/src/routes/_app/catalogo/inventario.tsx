import { inventario } from '@prumo/contract/inventario.ts';
import { createFileRoute } from '@tanstack/react-router';
import { InventarioPage } from '#features/inventario/inventario-page.tsx';
import { inventarioQuery, inventarioSearch } from '#features/inventario/inventario-search.ts';
import { queryOf } from '#lib/api.ts';
import { useWhileHere } from '#lib/use-while-here.ts';

export const Route = createFileRoute('/_app/catalogo/inventario')({
  validateSearch: inventarioSearch,
  loaderDeps: ({ search }) => inventarioQuery(search),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(queryOf(inventario.resumo));
    void context.queryClient.prefetchQuery(queryOf(inventario.list, { query: deps }));
  },
  component: Inventario,
});

function Inventario() {
  const navigate = Route.useNavigate();
  return (
    <InventarioPage
      search={Route.useSearch()}
      go={useWhileHere(
        (change, options) =>
          void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false, ...options }),
      )}
    />
  );
}
