import { type Importacao, type InicioDeImportacao, importacoes } from '@prumo/contract/importacoes.ts';
import type { DecisaoDeAnuncios, EstadoDeAnuncio } from '@prumo/contract/importacoes-anuncios.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure } from '#lib/notify.ts';
import { keyOf, listKeyOf } from './importacao-query.ts';
import { readContasAnew } from './use-fresh-conta.ts';

const refused = (title: string) => (error: Error) =>
  notifyFailure(title, error instanceof ProblemError ? error.message : undefined, error);

/** Stores the server's answer as the current state. An older poll still in flight must not overwrite it. */
function useTake() {
  const queryClient = useQueryClient();
  return async (importacao: Importacao) => {
    await queryClient.cancelQueries({ queryKey: keyOf(importacao.id) });
    queryClient.setQueryData(keyOf(importacao.id), importacao);
  };
}

export function useCreate(conta_id: string) {
  const queryClient = useQueryClient();
  const take = useTake();
  return useMutation({
    mutationFn: (estados: EstadoDeAnuncio[]) => call(importacoes.create, { body: { conta_id, estados } }),
    onSuccess: async (importacao) => {
      await take(importacao);
      await queryClient.invalidateQueries({ queryKey: listKeyOf(conta_id) });
    },
    onError: (error) => {
      refused('Erro ao buscar anúncios')(error);
      // Another tab may have started an importacao, or the conta may have lost its access.
      void queryClient.invalidateQueries({ queryKey: listKeyOf(conta_id) });
      void readContasAnew(queryClient);
    },
  });
}

const MOVES = {
  pause: 'Erro ao pausar importação',
  resume: 'Erro ao retomar importação',
  cancel: 'Erro ao cancelar importação',
} as const;

export function useMove(id: string) {
  const queryClient = useQueryClient();
  const take = useTake();
  return useMutation({
    mutationFn: (move: keyof typeof MOVES) => call(importacoes[move], { params: { id } }),
    onSuccess: take,
    onError: (error, move) => {
      refused(MOVES[move])(error);
      void queryClient.invalidateQueries({ queryKey: keyOf(id) });
      void readContasAnew(queryClient);
    },
  });
}

/** The first part of the key of every list of anuncios. */
export const anunciosKey = [importacoes.anuncios.schema.tags[0], importacoes.anuncios.url];

export function useDecide(id: string) {
  const queryClient = useQueryClient();
  const take = useTake();
  return useMutation({
    mutationFn: (body: DecisaoDeAnuncios) => call(importacoes.decide, { params: { id }, body }),
    // The new state of one anuncio is known. The state of a group must be fetched.
    onSuccess: async (importacao, { grupo }) => {
      await take(importacao);
      if (grupo) await queryClient.invalidateQueries({ queryKey: anunciosKey });
    },
    onError: (error) => {
      refused('Erro ao mudar os anúncios')(error);
      // Another tab may have started or cancelled it.
      void queryClient.invalidateQueries({ queryKey: keyOf(id) });
      void queryClient.invalidateQueries({ queryKey: anunciosKey });
    },
  });
}

export function useStart(id: string) {
  const queryClient = useQueryClient();
  const take = useTake();
  return useMutation({
    mutationFn: (body: InicioDeImportacao) => call(importacoes.start, { params: { id }, body }),
    onSuccess: take,
    onError: (error) => {
      refused('Erro ao importar anúncios')(error);
      void queryClient.invalidateQueries({ queryKey: keyOf(id) });
    },
  });
}
