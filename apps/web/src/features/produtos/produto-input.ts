import type { Produto, ProdutoInput, SaldoInput } from '@prumo/contract/produtos.ts';
import { sumOf } from '#lib/decimal.ts';
import type { Merge } from '#records/merge-stale.ts';

/** What an empty field is saved as. */
export const blank: ProdutoInput = {
  nome: '',
  categoria_id: '',
  marca_id: '',
  fornecedor_id: '',
  sku: '',
  cod_referencia: [],
  custo_unitario: '0',
  preco_venda: '0',
  fotos: [],
  depositos: [],
};

/** A price nobody typed yet is an empty field, not a zero in the way. */
export const start = { custo_unitario: '', preco_venda: '' };

export const inputOf = (produto: Produto): ProdutoInput => ({
  nome: produto.nome,
  categoria_id: produto.categoria_id,
  marca_id: produto.marca_id,
  fornecedor_id: produto.fornecedor_id,
  sku: produto.sku,
  cod_referencia: produto.cod_referencia,
  custo_unitario: produto.custo_unitario,
  preco_venda: produto.preco_venda,
  fotos: produto.fotos,
  depositos: produto.depositos.map(({ deposito_id, quantidade }) => ({
    deposito_id,
    quantidade,
    quantidade_lida: quantidade,
  })),
});

/** What of the quantities is not a number of zero or more counts as none. */
export const readQuantidade = (text: string) => (/^\d+(\.\d*)?$/.test(text) ? text.replace(/\.$/, '') : '0');

/** Those the produto is to be in: one taken out stays in the form, to be told to the server. */
export const kept = (saldos: readonly SaldoInput[]) =>
  saldos.flatMap(({ quantidade, ...saldo }) => (quantidade === null ? [] : { ...saldo, quantidade }));

/** However they are written: the stock says `5.00` where a person types `5`. */
const isSameNumber = (one: string | null | undefined, other: string | null | undefined) =>
  typeof one === 'string' && typeof other === 'string' ? sumOf([one]) === sumOf([other]) : one === other;

const mergePreco = (base: string, mine: string, theirs: string) => (isSameNumber(mine, base) ? theirs : mine);

/**
 * Per deposito: a quantity the person changed stays and now stands on the one just read; one they left alone follows
 * the stock. What either added is there, what either removed is not, unless the other changed its quantity meanwhile.
 */
const mergeSaldos = (base: SaldoInput[], mine: SaldoInput[], theirs: SaldoInput[]): SaldoInput[] => {
  const find = (saldos: SaldoInput[], { deposito_id }: SaldoInput) =>
    saldos.find((saldo) => saldo.deposito_id === deposito_id);
  const stay = mine.flatMap((saldo) => {
    const before = find(base, saldo);
    const now = find(theirs, saldo);
    const touched = !isSameNumber(before?.quantidade, saldo.quantidade);
    if (saldo.quantidade === null) {
      if (!now) return [];
      return now.quantidade === before?.quantidade ? { ...now, quantidade: null } : now;
    }
    if (now) return { ...now, quantidade: touched ? saldo.quantidade : now.quantidade };
    return touched ? { ...saldo, quantidade_lida: null } : [];
  });
  const added = theirs.filter((saldo) => !find(mine, saldo) && !find(base, saldo));
  return [...stay, ...added];
};

/** The fields of the form are what `inputOf` makes them. */
export const merges: Record<string, Merge> = {
  custo_unitario: (base, mine, theirs) => mergePreco(base as string, mine as string, theirs as string),
  preco_venda: (base, mine, theirs) => mergePreco(base as string, mine as string, theirs as string),
  depositos: (base, mine, theirs) =>
    mergeSaldos(base as SaldoInput[], mine as SaldoInput[], theirs as SaldoInput[]),
};
