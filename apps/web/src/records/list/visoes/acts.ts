import { type Lista, type Visao, visoes } from '@prumo/contract/visoes.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call, ProblemError, queryOf } from '#lib/api.ts';
import { notifyFailure, notifySuccess, notifyUndoable } from '#lib/notify.ts';
import { keptOf, type Shown } from './visao-place.ts';

export type Fields = Pick<Visao, 'nome' | 'compartilhada' | 'endereco' | 'exibicao'>;

const fieldsOf = ({ nome, compartilhada, endereco, exibicao }: Fields): Fields => ({
  nome,
  compartilhada,
  endereco,
  exibicao,
});

interface Kept {
  lista: Lista;
  queryClient: QueryClient;
}

/** Changes the views that the screen knows. */
const put = ({ lista, queryClient }: Kept, change: (before: Visao[]) => Visao[]) =>
  queryClient.setQueryData(
    queryOf(visoes.list, { query: { lista } }).queryKey,
    (now) => now && { ...now, itens: change(now.itens) },
  );

/** Saves what the screen shows under a new name. */
export const saveAs = (kept: Kept, nome: string, shown: Shown) =>
  createVisao(kept, { nome, compartilhada: false, ...keptOf(shown) });

/** Saves what the screen shows into a visao. */
export const saveInto = (kept: Kept, visao: Visao, shown: Shown) =>
  updateVisao(kept, visao, keptOf(shown), 'Aba salva');

async function createVisao(kept: Kept, fields: Fields): Promise<Visao | undefined> {
  try {
    const made = await call(visoes.create, { body: { lista: kept.lista, ...fieldsOf(fields) } });
    put(kept, (before) => [
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

/** Says `done` when the change is kept. */
export async function updateVisao(
  kept: Kept,
  visao: Visao,
  change: Partial<Fields>,
  done: string | undefined,
): Promise<boolean> {
  try {
    const body = { ...fieldsOf(visao), ...change };
    const changed = await call(visoes.update, { params: { id: visao.id }, body });
    put(kept, (before) => before.map((each) => (each.id === visao.id ? changed : each)));
    if (done) notifySuccess(done);
    return true;
  } catch (error) {
    explain('Não foi possível guardar a aba', error);
    return false;
  }
}

export async function removeVisao(kept: Kept, visao: Visao): Promise<void> {
  try {
    await call(visoes.remove, { params: { id: visao.id } });
    put(kept, (before) => before.filter(({ id }) => id !== visao.id));
    notifyUndoable(`Aba ${visao.nome} excluída`, () => void createVisao(kept, visao));
  } catch (error) {
    explain('Não foi possível excluir a aba', error);
  }
}

/** The sentence of the field says more than that of the whole form. */
const explain = (what: string, error: unknown) =>
  notifyFailure(
    'Erro',
    what,
    error,
    error instanceof ProblemError ? (error.problem.campos?.['nome'] ?? error.message) : undefined,
  );
