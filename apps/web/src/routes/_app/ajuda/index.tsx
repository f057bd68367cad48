import { createFileRoute } from '@tanstack/react-router';
import { AjudaPage } from '#features/ajuda/ajuda-page.tsx';
import { useWhileHere } from '#lib/use-while-here.ts';

export const Route = createFileRoute('/_app/ajuda/')({
  validateSearch: ({ busca }): { busca?: string | undefined } => ({
    busca: typeof busca === 'string' && busca ? busca : undefined,
  }),
  component: Ajuda,
});

function Ajuda() {
  const navigate = Route.useNavigate();
  return (
    <AjudaPage
      busca={Route.useSearch().busca}
      onSearch={useWhileHere(
        (busca) => void navigate({ search: { busca: busca || undefined }, replace: true }),
      )}
    />
  );
}
