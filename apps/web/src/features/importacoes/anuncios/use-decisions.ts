import type { importacoes } from '@prumo/contract/importacoes.ts';
import type {
  AcaoDeAnuncio,
  AnuncioProposto,
  GrupoDeAnuncios,
} from '@prumo/contract/importacoes-anuncios.ts';
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { anunciosKey, useDecide } from '#features/importacoes/use-importacao-acts.ts';
import type { queryOf } from '#lib/api.ts';
import { notifySuccess } from '#lib/notify.ts';
import { DONE_WORDS, keyOfAnuncio, nameOf } from './anuncio-words.ts';
import { decidedAs, type Produto } from './decided.ts';

interface Shown {
  id: string;
  grupo: GrupoDeAnuncios;
  /** The query key of the visible page. */
  queryKey: ReturnType<typeof queryOf<typeof importacoes.anuncios>>['queryKey'];
}

/**
 * A decided row keeps its position and shows its new state until the list is fetched again, so no row moves
 * under the pointer. A list that the person opened before the server stored the decision is fetched again.
 */
export function useDecisions({ id, grupo, queryKey }: Shown) {
  const queryClient = useQueryClient();
  const decide = useDecide(id);
  const [said, setSaid] = useState('');

  /** Resolves to true when the server accepted the decision. `useDecide` reports a refusal. */
  async function decideOne(anuncio: AnuncioProposto, acao: AcaoDeAnuncio, chosen?: Produto) {
    const put = (next: AnuncioProposto) =>
      queryClient.setQueryData(
        queryKey,
        (page) => page && { ...page, itens: page.itens.map((row) => (isSame(row, next) ? next : row)) },
      );
    const decided = decidedAs(anuncio, acao, chosen);
    if (decided) put(decided);
    try {
      await decide.mutateAsync({
        anuncios: [keyOfAnuncio(anuncio)],
        acao,
        ...(chosen && { produto_id: chosen.id }),
      });
      setSaid(`${nameOf(anuncio)}: ${DONE_WORDS[acao]}`);
      const isRead = ({ queryHash }: { queryHash: string }) => !decided || queryHash !== hashKey(queryKey);
      void queryClient.invalidateQueries({ queryKey: anunciosKey, predicate: isRead });
      return true;
    } catch {
      put(anuncio);
      return false;
    }
  }

  /** Runs the actions in sequence. Each action applies to the anuncios that still belong to the group. */
  async function decideAll(acoes: readonly AcaoDeAnuncio[]) {
    if (decide.isPending) return;
    try {
      for (const acao of acoes) await decide.mutateAsync({ grupo, acao });
      notifySuccess('Anúncios atualizados');
    } catch {
      // `useDecide` has already reported the failure.
    }
  }

  return { decideOne, decideAll, said, isBusy: decide.isPending, isUntouched: decide.isIdle };
}

const isSame = (a: AnuncioProposto, b: AnuncioProposto) =>
  a.anuncio_id === b.anuncio_id && a.variacao_id === b.variacao_id;
