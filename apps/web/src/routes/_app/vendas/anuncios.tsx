import { createFileRoute } from '@tanstack/react-router';
import { AnunciosPage } from '#features/anuncios/anuncios-page.tsx';
import type { AnunciosSearch } from '#features/anuncios/anuncios-search.ts';
import { useWhileHere } from '#lib/use-while-here.ts';

export const Route = createFileRoute('/_app/vendas/anuncios')({
  // The screen checks the values, so that the first load of every other screen has no code for it.
  validateSearch: (raw: AnunciosSearch) => raw,
  component: Anuncios,
});

function Anuncios() {
  const navigate = Route.useNavigate();
  return (
    <AnunciosPage
      search={Route.useSearch()}
      go={useWhileHere(
        (change, options) =>
          void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false, ...options }),
      )}
    />
  );
}
