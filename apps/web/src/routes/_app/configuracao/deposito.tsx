import { depositos } from '@prumo/contract/depositos.ts';
import { createFileRoute } from '@tanstack/react-router';
import { DepositosPage } from '#features/depositos/depositos-page.tsx';
import { queryOf } from '#lib/api.ts';
import { useWhileHere } from '#lib/use-while-here.ts';
import { listQuery, listSearch } from '#records/list/list-search.ts';

const validateSearch = listSearch(depositos.list);

export const Route = createFileRoute('/_app/configuracao/deposito')({
  validateSearch,
  loaderDeps: ({ search }) => listQuery(search),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(queryOf(depositos.list, { query: deps })),
  component: Depositos,
});

function Depositos() {
  const navigate = Route.useNavigate();
  return (
    <DepositosPage
      search={Route.useSearch()}
      go={useWhileHere(
        (change, options) =>
          void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false, ...options }),
      )}
    />
  );
}
