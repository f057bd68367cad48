import { type Lista, type Visao, visoes } from '@prumo/contract/visoes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, ProblemError, queryOf } from '#lib/api.ts';
import { notifyFailure, notifySuccess, notifyUndoable } from '#lib/notify.tsx';

type Fields = Pick<Visao, 'nome' | 'compartilhada' | 'endereco' | 'exibicao'>;

const fieldsOf = ({ nome, compartilhada, endereco, exibicao }: Fields): Fields => ({
  nome,
  compartilhada,
  endereco,
  exibicao,
});

/** The saved views of a list, and what the person does with them. */
export function useVisoes(lista: Lista) {
  const queryClient = useQueryClient();
  const query = queryOf(visoes.list, { query: { lista } });
  const { data } = useQuery(query);
  const put = (change: (before: Visao[]) => Visao[]) =>
    queryClient.setQueryData(query.queryKey, (now) => now && { ...now, itens: change(now.itens) });

  async function create(fields: Fields): Promise<Visao | undefined> {
    try {
      const made = await call(visoes.create, { body: { lista, ...fieldsOf(fields) } });
      put((before) => [
        ...before.filter(({ minha }) => minha),
        made,
        ...before.filter(({ minha }) => !minha),
      ]);
      return made;
    } catch (error) {
      explain('Não foi possível guardar a aba', error);
      return undefined;
    }
  }

  async function update(visao: Visao, change: Partial<Fields>, done?: string): Promise<boolean> {
    try {
      const changed = await call(visoes.update, {
        params: { id: visao.id },
        body: { ...fieldsOf(visao), ...change },
      });
      put((before) => before.map((each) => (each.id === visao.id ? changed : each)));
      if (done) notifySuccess(done);
      return true;
    } catch (error) {
      explain('Não foi possível guardar a aba', error);
      return false;
    }
  }

  async function remove(visao: Visao): Promise<void> {
    try {
      await call(visoes.remove, { params: { id: visao.id } });
      put((before) => before.filter(({ id }) => id !== visao.id));
      notifyUndoable(`Aba ${visao.nome} excluída`, () => void create(visao));
    } catch (error) {
      explain('Não foi possível excluir a aba', error);
    }
  }

  return { itens: data?.itens ?? [], create, update, remove };
}

export type Visoes = ReturnType<typeof useVisoes>;

const explain = (what: string, error: unknown) =>
  notifyFailure('Erro', what, error, error instanceof ProblemError ? sentenceOf(error) : undefined);

/** The sentence of the field, which says more than that of the whole form. */
const sentenceOf = ({ problem }: ProblemError) => problem.campos?.['nome'] ?? problem.mensagem;
