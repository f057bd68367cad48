import { createFileRoute } from '@tanstack/react-router';
import { ContaPage } from '#features/contas/conta-page.tsx';
import { useWhileHere } from '#lib/use-while-here.ts';

interface ContaSearch {
  aba?: 'importacao' | undefined;
  /** The period of the analysis. The tab ignores a period that it does not know. */
  periodo?: string | undefined;
}

export const Route = createFileRoute('/_app/configuracao/$marketplace/$accountId')({
  validateSearch: ({ aba, periodo }): ContaSearch => ({
    aba: aba === 'importacao' ? aba : undefined,
    periodo: typeof periodo === 'string' ? periodo : undefined,
  }),
  component: ContaOfMarketplace,
});

function ContaOfMarketplace() {
  const { marketplace, accountId } = Route.useParams();
  const { aba = 'analise', periodo } = Route.useSearch();
  const navigate = Route.useNavigate();
  const leave = (options?: { replace: boolean }) => navigate({ to: '/configuracao/integracoes', ...options });
  const go = useWhileHere(
    (change: ContaSearch) =>
      void navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false }),
  );
  return (
    <ContaPage
      marketplace={marketplace}
      accountId={accountId}
      aba={aba}
      onAba={(next) => go({ aba: next === 'importacao' ? next : undefined })}
      periodo={periodo}
      onPeriodo={(next) => go({ periodo: next })}
      onBack={() => leave()}
      onMissing={() => leave({ replace: true })}
    />
  );
}
