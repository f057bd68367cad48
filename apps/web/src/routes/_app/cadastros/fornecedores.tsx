import { fornecedores } from '@prumo/contract/fornecedores.ts';
import { createFileRoute } from '@tanstack/react-router';
import { FornecedoresPage } from '#features/fornecedores/fornecedores-page.tsx';
import { queryOf } from '#lib/api.ts';
import { useWhileHere } from '#lib/use-while-here.ts';
import { listQuery, listSearch } from '#records/list/list-search.ts';

const validateSearch = listSearch(fornecedores.list);

export const Route = createFileRoute('/_app/cadastros/fornecedores')({
  validateSearch,
  loaderDeps: ({ search }) => listQuery(search),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(queryOf(fornecedores.list, { query: deps })),
  component: Fornecedores,
});

function Fornecedores() {
  const navigate = Route.useNavigate();
  return (
    <FornecedoresPage
      search={Route.useSearch()}
      go={useWhileHere(
        (change, options) =>
          void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false, ...options }),
      )}
    />
  );
}
