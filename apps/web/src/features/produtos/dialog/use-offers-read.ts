import { categorias } from '@prumo/contract/categorias.ts';
import { depositos } from '@prumo/contract/depositos.ts';
import { fornecedores } from '@prumo/contract/fornecedores.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { useQueries } from '@tanstack/react-query';
import { useFailureNotice } from '#lib/use-failure-notice.ts';
import { offerOf } from '#records/picker/pickable.ts';

/** Reports once that options of the form could not be loaded. Each field shows the reason. */
export function useOffersRead() {
  const read = useQueries({
    // The fields use the same queries, so each request is sent once.
    queries: [
      offerOf(categorias),
      offerOf(marcas),
      offerOf(fornecedores),
      offerOf(depositos, '', { ativo: 'true' }),
    ],
    combine: (results) => ({
      error: results.find(({ error }) => error)?.error ?? null,
      isSuccess: results.every(({ isSuccess }) => isSuccess),
    }),
  });
  useFailureNotice('offers', read, 'Erro ao carregar dados');
}
