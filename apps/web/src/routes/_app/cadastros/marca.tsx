import { marcas } from '@prumo/contract/marcas.ts';
import { createFileRoute } from '@tanstack/react-router';
import { MarcasPage } from '#features/marcas/marcas-page.tsx';
import { queryOf } from '#lib/api.ts';
import { useWhileHere } from '#lib/use-while-here.ts';
import { listQuery, listSearch } from '#records/list/list-search.ts';

const validateSearch = listSearch(marcas.list);

export const Route = createFileRoute('/_app/cadastros/marca')({
  validateSearch,
  loaderDeps: ({ search }) => listQuery(search),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(queryOf(marcas.list, { query: deps })),
  component: Marcas,
});

function Marcas() {
  const navigate = Route.useNavigate();
  return (
    <MarcasPage
      search={Route.useSearch()}
      go={useWhileHere(
        (change, options) =>
          void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false, ...options }),
      )}
    />
  );
}
