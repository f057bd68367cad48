import { categorias } from '@prumo/contract/categorias.ts';
import { createFileRoute } from '@tanstack/react-router';
import { CategoriasPage } from '#features/categorias/categorias-page.tsx';
import { categoriasQuery, categoriasSearch } from '#features/categorias/categorias-search.ts';
import { queryOf } from '#lib/api.ts';
import { useWhileHere } from '#lib/use-while-here.ts';

export const Route = createFileRoute('/_app/cadastros/categoria')({
  validateSearch: categoriasSearch,
  loaderDeps: ({ search }) => categoriasQuery(search),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(queryOf(categorias.list, { query: deps })),
  component: Categorias,
});

function Categorias() {
  const navigate = Route.useNavigate();
  return (
    <CategoriasPage
      search={Route.useSearch()}
      go={useWhileHere(
        (change, options) =>
          void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false, ...options }),
      )}
    />
  );
}
