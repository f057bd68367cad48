import { createFileRoute } from '@tanstack/react-router';
import { BalcaoPage } from '#features/vendas-balcao/balcao-page.tsx';
import type { BalcaoSearch } from '#features/vendas-balcao/balcao-search.ts';
import { useWhileHere } from '#lib/use-while-here.ts';

export const Route = createFileRoute('/_app/vendas/balcao')({
  // The screen checks the values, so that the first load of every other screen has no code for it.
  validateSearch: (raw: BalcaoSearch) => raw,
  component: Balcao,
});

function Balcao() {
  const navigate = Route.useNavigate();
  return (
    <BalcaoPage
      search={Route.useSearch()}
      go={useWhileHere(
        (change) => void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false }),
      )}
    />
  );
}
