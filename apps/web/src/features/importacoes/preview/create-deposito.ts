import { depositos } from '@prumo/contract/depositos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';

const noAddress = {
  cep: null,
  estado: null,
  cidade: null,
  endereco: null,
  bairro: null,
  numero: null,
  complemento: null,
};

/** Creates a missing deposito from its name alone. */
export function useCreateDeposito() {
  const queryClient = useQueryClient();
  return async (nome: string) => {
    try {
      const deposito = await call(depositos.create, { body: { nome, descricao: null, ...noAddress } });
      notifySuccess('Depósito cadastrado com sucesso!');
      void queryClient.invalidateQueries({ queryKey: [depositos.list.schema.tags[0]] });
      return deposito;
    } catch (error) {
      const sentence = error instanceof ProblemError ? error.message : undefined;
      notifyFailure('Erro', 'Não foi possível salvar o depósito. Tente novamente.', error, sentence);
      return undefined;
    }
  };
}
