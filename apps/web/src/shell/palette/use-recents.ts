import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { recentsOf } from '#lib/recents.ts';
import { useSession } from '#lib/session/session.ts';
import { namedOf } from '#records/picker/pickable.ts';
import { CADASTROS_NA_PALETA, type Nomeavel } from './cadastros.ts';
import type { Opened } from './palette-item.tsx';

const isNomeavel = (cadastro: string): cadastro is Nomeavel => Object.hasOwn(CADASTROS_NA_PALETA, cadastro);

/** The records that the person opened last. Their names are read now, so a deleted one is left out. */
export function useRecents(): Opened[] {
  const { session } = useSession();
  const [recents] = useState(() => {
    if (!session) return [];
    const kept = recentsOf({ usuario: session.usuario.id, empresa: session.empresa.id });
    return kept.flatMap(({ cadastro, id }) => (isNomeavel(cadastro) ? { cadastro, id } : []));
  });
  return useQueries({
    queries: recents.map(({ cadastro, id }) => ({
      ...namedOf(CADASTROS_NA_PALETA[cadastro].of, id),
      retry: false,
    })),
    combine: (answers) =>
      recents.flatMap((recent, n) => {
        const nome = answers[n]?.data?.nome;
        return nome === undefined ? [] : { ...recent, nome, detalhe: null };
      }),
  });
}
