import type { LoteDeProdutos, TipoDeLote } from '@prumo/contract/lotes.ts';
import { formatInteger } from '#lib/numbers/format.ts';

export const produtosText = (count: number) =>
  `${formatInteger(count)} ${count === 1 ? 'produto' : 'produtos'}`;

/** The chosen produtos at the beginning of a sentence. */
export const chosenText = (total: number | undefined) =>
  total === undefined ? 'Todos os produtos do filtro' : produtosText(total);

interface Words {
  /** While the job runs. */
  doing: string;
  /** After the number of produtos, for one and for several. */
  done: readonly [string, string];
}

const changed = (what: string): Words => ({
  doing: `Alterando ${what}...`,
  done: [`com ${what} alterado`, `com ${what} alterado`],
});

const WORDS: Readonly<Record<TipoDeLote, Words>> = {
  preco: changed('preço'),
  custo: changed('custo'),
  fornecedor: changed('fornecedor'),
  minimo: { doing: 'Alterando estoque mínimo...', done: ['com mínimo alterado', 'com mínimo alterado'] },
  marca: { doing: 'Alterando marca...', done: ['com marca alterada', 'com marca alterada'] },
  categoria: { doing: 'Alterando categoria...', done: ['com categoria alterada', 'com categoria alterada'] },
  excluir: { doing: 'Excluindo...', done: ['excluído', 'excluídos'] },
  restaurar: { doing: 'Restaurando...', done: ['restaurado', 'restaurados'] },
  desfazer: { doing: 'Desfazendo...', done: ['voltou a ser como era', 'voltaram a ser como eram'] },
};

export const doingText = ({ tipo, situacao }: Pick<LoteDeProdutos, 'tipo' | 'situacao'>) =>
  situacao === 'preparando' ? 'Procurando os produtos...' : WORDS[tipo].doing;

type Counted = Pick<LoteDeProdutos, 'tipo' | 'situacao' | 'alterados' | 'recusados' | 'total' | 'feitos'>;

/** What a lote has done, in one sentence. */
export function doneText({ tipo, situacao, alterados, total, feitos }: Counted): string {
  const [one, many] = WORDS[tipo].done;
  if (alterados === 0)
    return situacao === 'concluido' && total > 0
      ? 'Nenhum produto precisou mudar'
      : 'Nenhum produto foi alterado';
  const sentence = `${produtosText(alterados)} ${alterados === 1 ? one : many}`;
  return situacao === 'concluido' ? sentence : `${sentence}, de ${formatInteger(Math.max(total, feitos))}`;
}

export const refusedText = (count: number) =>
  count === 1 ? '1 produto ficou como estava' : `${formatInteger(count)} produtos ficaram como estavam`;
