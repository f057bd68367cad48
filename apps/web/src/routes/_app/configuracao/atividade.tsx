import { createFileRoute } from '@tanstack/react-router';
import { AtividadesPage } from '#features/atividades/atividades-page.tsx';
import { atividadesSearch } from '#features/atividades/atividades-search.ts';
import { useWhileHere } from '#lib/use-while-here.ts';

export const Route = createFileRoute('/_app/configuracao/atividade')({
  validateSearch: atividadesSearch,
  component: Atividade,
});

function Atividade() {
  const navigate = Route.useNavigate();
  return (
    <AtividadesPage
      search={Route.useSearch()}
      go={useWhileHere(
        (change) => void navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false }),
      )}
    />
  );
}
