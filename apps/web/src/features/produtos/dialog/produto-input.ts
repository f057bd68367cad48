import { type NumberKind, readNumber } from '@prumo/contract/brazilian-number.ts';
import type { Produto, ProdutoInput, SaldoInput } from '@prumo/contract/produtos.ts';
import { isSameAmount } from '#lib/numbers/decimal.ts';
import type { Merge } from '#records/merge-stale.ts';

/** The values that empty fields are saved as. */
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

/** The same for a person without the right to costs, whose form has no cost. */
export const withoutCusto = ({ custo_unitario: _, ...values }: ProdutoInput): ProdutoInput => values;

/** The prices of a new form start empty, so that the person need not delete a zero. */
export const start: Partial<ProdutoInput> = { custo_unitario: '', preco_venda: '' };
export const startWithoutCusto: Partial<ProdutoInput> = { preco_venda: '' };

export const inputOf = (produto: Produto): ProdutoInput => ({
  nome: produto.nome,
  categoria_id: produto.categoria_id,
  marca_id: produto.marca_id,
  fornecedor_id: produto.fornecedor_id,
  sku: produto.sku,
  cod_referencia: produto.cod_referencia,
  ...(produto.custo_unitario !== undefined && { custo_unitario: produto.custo_unitario }),
  preco_venda: produto.preco_venda,
  fotos: produto.fotos,
  depositos: produto.depositos.map(({ deposito_id, quantidade }) => ({
    deposito_id,
    quantidade,
    quantidade_lida: quantidade,
  })),
});

/**
 * What a copy of a produto starts with. SKU and codes identify one produto. Stock and photos are of the goods
 * themselves, and a copy must not create stock without a delivery.
 */
export function copied(produto: Produto): Partial<ProdutoInput> {
  const { sku: _, cod_referencia: _codigos, fotos: _fotos, depositos: _saldos, ...same } = inputOf(produto);
  return same;
}

export const QUANTIDADE: NumberKind = { places: 2 };

/**
 * The value of a quantity after the person leaves its field. An empty field, a text without digits and a
 * negative number become 0, as specified. Digits that cannot be read stay and saving refuses them, because a
 * stock of 0 would be a guess.
 */
export function settleQuantidade(quantidade: string): string {
  const reading = readNumber(quantidade, QUANTIDADE);
  if (reading.is === 'number') return reading.value.startsWith('-') ? '0' : quantidade;
  return /\p{Nd}/u.test(quantidade) ? quantidade : '0';
}

/** The depositos the produto stays in. A removed one stays in the form, so that the server learns of the removal. */
export const kept = (saldos: readonly SaldoInput[]) =>
  saldos.flatMap(({ quantidade, ...saldo }) => (quantidade === null ? [] : { ...saldo, quantidade }));

const isSameQuantidade = (one: string | null | undefined, other: string | null | undefined) =>
  typeof one === 'string' && typeof other === 'string' ? isSameAmount(one, other) : one === other;

const mergePreco = (base: string, mine: string, theirs: string) => (isSameAmount(mine, base) ? theirs : mine);

/**
 * Merges per deposito. A quantity the person changed is kept, with the new saldo as its base; an untouched one takes
 * the new saldo. Depositos added by either person are kept. Depositos removed by either person are dropped, unless the
 * other changed their quantity meanwhile.
 */
const mergeSaldos = (base: SaldoInput[], mine: SaldoInput[], theirs: SaldoInput[]): SaldoInput[] => {
  const find = (saldos: SaldoInput[], { deposito_id }: SaldoInput) =>
    saldos.find((saldo) => saldo.deposito_id === deposito_id);
  const stay = mine.flatMap((saldo) => {
    const before = find(base, saldo);
    const now = find(theirs, saldo);
    const touched = !isSameQuantidade(before?.quantidade, saldo.quantidade);
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

/** The form fields have the types that `inputOf` returns. */
export const merges: Record<string, Merge> = {
  custo_unitario: (base, mine, theirs) => mergePreco(base as string, mine as string, theirs as string),
  preco_venda: (base, mine, theirs) => mergePreco(base as string, mine as string, theirs as string),
  depositos: (base, mine, theirs) =>
    mergeSaldos(base as SaldoInput[], mine as SaldoInput[], theirs as SaldoInput[]),
};
