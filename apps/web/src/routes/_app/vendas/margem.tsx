import { createFileRoute } from '@tanstack/react-router';
import { MargemPage } from '#features/margem/margem-page.tsx';
import type { MargemSearch } from '#features/margem/margem-search.ts';
import { useWhileHere } from '#lib/use-while-here.ts';

export const Route = createFileRoute('/_app/vendas/margem')({
  // The screen checks the values, so that the first load of every other screen has no code for it.
  validateSearch: (raw: MargemSearch) => raw,
  component: Margem,
});

function Margem() {
  const navigate = Route.useNavigate();
  return (
    <MargemPage
      search={Route.useSearch()}
      go={useWhileHere(
        (change) => void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false }),
      )}
    />
  );
}
