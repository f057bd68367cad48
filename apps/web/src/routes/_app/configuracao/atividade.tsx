import { createFileRoute } from '@tanstack/react-router';
import { AtividadesPage } from '#features/atividades/atividades-page.tsx';
import { atividadesSearch } from '#features/atividades/atividades-search.ts';

export const Route = createFileRoute('/_app/configuracao/atividade')({
  validateSearch: atividadesSearch,
  component: Atividade,
});

function Atividade() {
  const navigate = Route.useNavigate();
  return (
    <AtividadesPage
      search={Route.useSearch()}
      go={(change) => navigate({ search: (search) => ({ ...search, ...change }), resetScroll: false })}
    />
  );
}
