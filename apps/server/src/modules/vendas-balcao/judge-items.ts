import { toReading } from '#modules/movimentos/hundredths.ts';
import { units } from '#modules/movimentos/refusals.ts';

/** An item of a sale with what the deposito has of it, in hundredths. `saldo` is null where the produto never was. */
export interface Wanted {
  produtoId: string;
  nome: string;
  quantidade: bigint;
  saldo: bigint | null;
  reservado: bigint;
  /** The promised units that the person decided to sell. */
  accepted: bigint;
}

export type Judgement =
  | { is: 'covered' }
  /** The saldo does not cover these. */
  | { is: 'short'; items: Wanted[] }
  /** The sale would take `quantidade` promised units that the person did not decide to sell. */
  | { is: 'promised'; items: { wanted: Wanted; quantidade: bigint }[] };

/**
 * Whether a deposito can give what a sale takes. Goods that are not there are never sold. Goods that are promised to pedidos
 * are sold only if the person decided it, for at least as many units. The function uses no database and no clock.
 */
export function judgeItems(items: readonly Wanted[]): Judgement {
  const short = items.filter(({ quantidade, saldo }) => quantidade > (saldo ?? 0n));
  if (short.length > 0) return { is: 'short', items: short };
  const promised = items
    .map((wanted) => ({ wanted, quantidade: promisedIn(wanted) }))
    .filter(({ wanted, quantidade }) => quantidade > wanted.accepted);
  return promised.length > 0 ? { is: 'promised', items: promised } : { is: 'covered' };
}

/** The promised units among those that an item takes: what goes beyond the free ones. */
function promisedIn({ quantidade, saldo, reservado }: Wanted): bigint {
  const disponivel = (saldo ?? 0n) - reservado;
  const beyond = quantidade - (disponivel > 0n ? disponivel : 0n);
  return beyond > 0n ? beyond : 0n;
}

/** Another deposito that has units of a produto. */
export interface Elsewhere {
  nome: string;
  saldo: bigint;
}

/** Says what lacks, and what the person can do about it. */
export function shortText(
  { nome, quantidade, saldo }: Wanted,
  deposito: string,
  elsewhere: readonly Elsewhere[],
) {
  const has = saldo ? `tem só ${units(saldo)}` : 'não tem unidades';
  const others = elsewhere.map((other) => `${other.nome} (${toReading(other.saldo)})`).join(', ');
  const advice =
    others === ''
      ? 'Nenhum outro depósito tem esta peça: diminua a quantidade ou retire-a da venda.'
      : `Há em ${others}: venda de lá ou transfira antes.`;
  return `O depósito ${deposito} ${has} de ${nome} e a venda pede ${toReading(quantidade)}. ${advice}`;
}

/** Says how many promised units a sale takes. */
export const promisedText = (items: readonly { wanted: Wanted; quantidade: bigint }[]) =>
  `Pedidos de marketplace já esperam por peças desta venda: ${items
    .map(({ wanted, quantidade }) => `${units(quantidade)} de ${wanted.nome}`)
    .join('; ')}. Confirme se quer vender assim mesmo.`;
