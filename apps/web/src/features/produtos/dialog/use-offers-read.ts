import { categorias } from '@prumo/contract/categorias.ts';
import { depositos } from '@prumo/contract/depositos.ts';
import { fornecedores } from '@prumo/contract/fornecedores.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { notifyFailure } from '#lib/notify.ts';
import { offerOf } from '#records/picker/pickable.ts';

/** Reports once that options of the form could not be loaded. Each field shows the reason. */
export function useOffersRead() {
  const error = useQueries({
    // The fields use the same queries, so each request is sent once.
    queries: [
      offerOf(categorias),
      offerOf(marcas),
      offerOf(fornecedores),
      offerOf(depositos, '', { ativo: 'true' }),
    ],
    combine: (results) => results.find((result) => result.error)?.error,
  });
  const failed = Boolean(error);
  const say = useEffectEvent(() => notifyFailure('Erro', 'Erro ao carregar dados', error));
  useEffect(() => {
    if (failed) say();
  }, [failed]);
}
