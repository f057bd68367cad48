import { empresas } from '@prumo/contract/empresas.ts';
import { createFileRoute } from '@tanstack/react-router';
import { EquipePage } from '#features/equipe/equipe-page.tsx';
import { queryOf } from '#lib/api.ts';
import { currentSession } from '#lib/session/session.ts';

export const Route = createFileRoute('/_app/configuracao/equipe')({
  loader: ({ context }) => {
    const id = currentSession().session?.empresa.id;
    if (id) void context.queryClient.prefetchQuery(queryOf(empresas.get, { params: { id } }));
  },
  component: EquipePage,
});
