import type { PrecosMudados } from '@prumo/contract/vendas-balcao.ts';
import { toHundredths } from '#modules/movimentos/hundredths.ts';

export interface Priced {
  produto_id: string;
  nome: string;
  /** The price of the item, and that of the produto when it was read. */
  preco: string;
  preco_lido?: string | null | undefined;
  /** The price of the produto now. */
  novo: string;
}

/**
 * Names the items whose price the person took from the produto, and whose produto has another price by now. A price that the
 * person typed stays theirs, whatever the produto costs. The function uses no database and no clock.
 */
export const changedPrices = (items: readonly Priced[]): PrecosMudados['precos'] =>
  items.flatMap(({ produto_id, nome, preco, preco_lido, novo }) =>
    preco_lido && isSame(preco, preco_lido) && !isSame(preco, novo)
      ? [{ produto_id, nome, lido: preco_lido, novo }]
      : [],
  );

const REAIS = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const reais = (preco: string) => REAIS.format(preco as `${number}`);

/** Says which prices changed, and what the person does about it. */
export const changedPricesText = (precos: PrecosMudados['precos']) =>
  `O preço mudou depois da leitura: ${precos
    .map(({ nome, lido, novo }) => `${nome}, de ${reais(lido)} para ${reais(novo)}`)
    .join('; ')}. Confirme por qual preço quer vender.`;

const isSame = (one: string, other: string) => toHundredths(one) === toHundredths(other);
