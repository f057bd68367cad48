import { createFileRoute } from '@tanstack/react-router';
import { ContaPage } from '#features/contas/conta-page.tsx';

interface ContaSearch {
  aba?: 'importacao' | undefined;
}

export const Route = createFileRoute('/_app/configuracao/$marketplace/$accountId')({
  validateSearch: ({ aba }): ContaSearch => ({ aba: aba === 'importacao' ? aba : undefined }),
  component: ContaOfMarketplace,
});

function ContaOfMarketplace() {
  const { marketplace, accountId } = Route.useParams();
  const { aba = 'analise' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const leave = (options?: { replace: boolean }) => navigate({ to: '/configuracao/integracoes', ...options });
  return (
    <ContaPage
      marketplace={marketplace}
      accountId={accountId}
      aba={aba}
      onAba={(next) =>
        navigate({
          search: { aba: next === 'importacao' ? next : undefined },
          replace: true,
          resetScroll: false,
        })
      }
      onBack={() => leave()}
      onMissing={() => leave({ replace: true })}
    />
  );
}
