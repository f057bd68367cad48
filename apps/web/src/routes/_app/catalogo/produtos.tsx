import { produtos } from '@prumo/contract/produtos.ts';
import { createFileRoute } from '@tanstack/react-router';
import { ProdutosPage } from '#features/produtos/produtos-page.tsx';
import { filterOf, isNarrowed, produtosQuery, produtosSearch } from '#features/produtos/produtos-search.ts';
import { queryOf } from '#lib/api.ts';
import { useWhileHere } from '#lib/use-while-here.ts';

export const Route = createFileRoute('/_app/catalogo/produtos')({
  validateSearch: produtosSearch,
  loaderDeps: ({ search }) => ({ query: produtosQuery(search), filter: filterOf(search) }),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(queryOf(produtos.list, { query: deps.query }));
    // With a filter the cards wait for the rows and fetch their figures themselves.
    if (isNarrowed(deps.filter)) return;
    void context.queryClient.prefetchQuery(queryOf(produtos.resumo, { query: deps.filter }));
  },
  component: Produtos,
});

function Produtos() {
  const navigate = Route.useNavigate();
  return (
    <ProdutosPage
      search={Route.useSearch()}
      go={useWhileHere(
        (change, options) =>
          void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false, ...options }),
      )}
    />
  );
}
