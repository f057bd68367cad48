import type { AcaoDeAnuncio, AnuncioProposto, GrupoDeAnuncios } from '@prumo/contract/anuncios.ts';
import type { importacoes } from '@prumo/contract/importacoes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { queryOf } from '#lib/api.ts';
import { notifySuccess } from '#lib/notify.tsx';
import { DONE_WORDS, keyOfAnuncio, nameOf } from './anuncio-words.ts';
import { decidedAs, type Produto } from './decided.ts';
import { useDecide } from './use-importacao-acts.ts';

interface Shown {
  id: string;
  grupo: GrupoDeAnuncios;
  /** Of the page that is shown. */
  queryKey: ReturnType<typeof queryOf<typeof importacoes.anuncios>>['queryKey'];
}

/** A decided row stays in its place, with its new state, until its list is read anew: none moves under the pointer. */
export function useDecisions({ id, grupo, queryKey }: Shown) {
  const queryClient = useQueryClient();
  const decide = useDecide(id);
  const [said, setSaid] = useState('');

  /** Whether it was taken; a refusal is said where it happens. */
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
      if (!decided) void queryClient.invalidateQueries({ queryKey });
      return true;
    } catch {
      put(anuncio);
      return false;
    }
  }

  /** One after the other: the second is about what the first has left. */
  async function decideAll(acoes: readonly AcaoDeAnuncio[]) {
    if (decide.isPending) return;
    try {
      for (const acao of acoes) await decide.mutateAsync({ grupo, acao });
      notifySuccess('Anúncios atualizados');
    } catch {
      // Said where it failed.
    }
  }

  return { decideOne, decideAll, said, isBusy: decide.isPending, isUntouched: decide.isIdle };
}

const isSame = (a: AnuncioProposto, b: AnuncioProposto) =>
  a.anuncio_id === b.anuncio_id && a.variacao_id === b.variacao_id;
