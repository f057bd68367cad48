import { categorias } from '@prumo/contract/categorias.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import type { Named } from '#records/picker/pickable.ts';

/** Creates a missing marca or categoria from its name alone. */
export function useCreateOnTheSpot() {
  const queryClient = useQueryClient();

  async function make(save: () => Promise<Named>, tag: string, words: { done: string; failed: string }) {
    try {
      const record = await save();
      notifySuccess(words.done);
      void queryClient.invalidateQueries({ queryKey: [tag] });
      return record;
    } catch (error) {
      const problem = error instanceof ProblemError ? error.problem : undefined;
      if (problem?.codigo === 'unauthenticated') notifyFailure('Erro', 'Você precisa estar logado', error);
      else notifyFailure('Erro', words.failed, error, problem?.mensagem);
      return undefined;
    }
  }

  return {
    marca: (nome: string) =>
      make(() => call(marcas.create, { body: { nome, descricao: null, logo_url: null } }), 'marcas', {
        done: 'Marca cadastrada com sucesso',
        failed: 'Erro ao salvar marca',
      }),
    categoria: (nome: string) =>
      make(
        () => call(categorias.create, { body: { nome, descricao: null, parent_id: null } }),
        'categorias',
        {
          done: 'Categoria cadastrada com sucesso',
          failed: 'Erro ao salvar categoria',
        },
      ),
  };
}
