import { toReading } from './hundredths.ts';

/** A refusal by the rules of stock, with a message that a person can act on. */
export interface Refusal {
  /**
   * `stale` means that the data has changed since the person read it. The person has to read and decide
   * again. `reserved` means that sales need the place that the command removes.
   */
  kind: 'invalid' | 'stale' | 'reserved';
  message: string;
  field: 'deposito_id' | 'destino_id' | 'quantidade' | 'saldo_lido' | 'depositos';
  /** The actual saldo, when the request was based on another. */
  saldo?: bigint;
}

export interface Place {
  nome: string;
  ativo: boolean;
  /** Null when the produto is not in the deposito. */
  saldo: bigint | null;
  /** The units that sales promise of this place. */
  reservado?: bigint;
}

interface Refused {
  ok: false;
  refusal: Refusal;
}

/** The largest possible saldo, in hundredths. */
export const MAX = 999_999_999_999n;

export const refuse = (field: Refusal['field'], message: string): Refused => ({
  ok: false,
  refusal: { kind: 'invalid', field, message },
});

export const units = (quantidade: bigint) =>
  `${toReading(quantidade)} ${quantidade === 100n ? 'unidade' : 'unidades'}`;

export const missing = (field: Refusal['field']) =>
  refuse(field, 'Este depósito não existe mais. Escolha outro.');

export const gone = (): Refused => ({
  ok: false,
  refusal: {
    kind: 'stale',
    field: 'depositos',
    message: 'Um depósito deste produto foi excluído. Confira e tente de novo.',
  },
});

export const nothing = () => refuse('quantidade', 'Informe uma quantidade maior que 0.');

export const takesNothing = (nome: string) =>
  `O depósito ${nome} está inativo e não recebe produtos. Ative-o ou escolha outro.`;

/** Refuses to remove a produto from a deposito while sales promise units of it. */
export const reserved = ({ nome, reservado = 0n }: Place): Refused => ({
  ok: false,
  refusal: {
    kind: 'reserved',
    field: 'depositos',
    message: `O depósito ${nome} tem ${units(reservado)} deste produto em reserva para pedidos. Retire o produto dele depois que os pedidos saírem ou forem cancelados.`,
  },
});

export const inactive = (field: Refusal['field'], { nome }: Place) => refuse(field, takesNothing(nome));

export const tooLittle = ({ nome, saldo }: Place) =>
  refuse(
    'quantidade',
    saldo
      ? `Há só ${units(saldo)} no depósito ${nome}. Informe uma quantidade menor.`
      : `Não há unidades no depósito ${nome}. Escolha outro depósito.`,
  );

export const tooMuch = (field: Refusal['field'], { nome }: Place) =>
  refuse(field, `O depósito ${nome} passaria de ${toReading(MAX)} unidades. Informe uma quantidade menor.`);

export function changed({ nome, saldo }: Place, lido: bigint): Refused {
  const message = `O depósito ${nome} tinha ${units(lido)} e agora tem ${units(saldo ?? 0n)}. Confira e tente de novo.`;
  return { ok: false, refusal: { kind: 'stale', field: 'saldo_lido', message, saldo: saldo ?? 0n } };
}
