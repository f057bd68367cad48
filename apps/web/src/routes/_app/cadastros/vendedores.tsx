import { vendedores } from '@prumo/contract/vendedores.ts';
import { createFileRoute } from '@tanstack/react-router';
import { VendedoresPage } from '#features/vendedores/vendedores-page.tsx';
import { queryOf } from '#lib/api.ts';
import { useWhileHere } from '#lib/use-while-here.ts';
import { listQuery, listSearch } from '#records/list/list-search.ts';

const validateSearch = listSearch(vendedores.list);

export const Route = createFileRoute('/_app/cadastros/vendedores')({
  validateSearch,
  loaderDeps: ({ search }) => listQuery(search),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(queryOf(vendedores.list, { query: deps })),
  component: Vendedores,
});

function Vendedores() {
  const navigate = Route.useNavigate();
  return (
    <VendedoresPage
      search={Route.useSearch()}
      go={useWhileHere(
        (change, options) =>
          void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false, ...options }),
      )}
    />
  );
}
