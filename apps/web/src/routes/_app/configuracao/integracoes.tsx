import { contas } from '@prumo/contract/contas.ts';
import { createFileRoute } from '@tanstack/react-router';
import { hasTwoStep } from '#features/contas/two-step.ts';
import { IntegracoesPage } from '#features/integracoes/integracoes-page.tsx';
import { queryOf } from '#lib/api.ts';
import { currentSession } from '#lib/session.ts';

export const Route = createFileRoute('/_app/configuracao/integracoes')({
  loader: ({ context }) => {
    if (hasTwoStep(currentSession().user)) void context.queryClient.prefetchQuery(queryOf(contas.list));
  },
  component: IntegracoesPage,
});
