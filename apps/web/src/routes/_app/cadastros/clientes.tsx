import { clientes } from '@prumo/contract/clientes.ts';
import { createFileRoute } from '@tanstack/react-router';
import { ClientesPage } from '#features/clientes/clientes-page.tsx';
import { queryOf } from '#lib/api.ts';
import { useWhileHere } from '#lib/use-while-here.ts';
import { listQuery, listSearch } from '#records/list/list-search.ts';

const validateSearch = listSearch(clientes.list);

export const Route = createFileRoute('/_app/cadastros/clientes')({
  validateSearch,
  loaderDeps: ({ search }) => listQuery(search),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(queryOf(clientes.list, { query: deps })),
  component: Clientes,
});

function Clientes() {
  const navigate = Route.useNavigate();
  return (
    <ClientesPage
      search={Route.useSearch()}
      go={useWhileHere(
        (change, options) =>
          void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false, ...options }),
      )}
    />
  );
}
