import type { PrecosMudados, Prometidas } from '@prumo/contract/vendas-balcao.ts';
import { toDecimal, toHundredths, toReading } from '#modules/movimentos/hundredths.ts';
import { units } from '#modules/movimentos/refusals.ts';
import { GONE } from '#modules/movimentos/refused.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';
import { promisedText, shortText, type Wanted } from './judge-items.ts';
import { changedPricesText } from './judge-prices.ts';
import { selectElsewhere } from './vendas-balcao.queries.ts';

const fieldError = (field: string, message: string) =>
  new AppError('invalid', message, { campos: { [field]: message } });

export const noDepositoError = () =>
  fieldError('deposito_id', 'Este depósito não existe mais. Escolha outro.');

export const pricesError = (precos: PrecosMudados['precos']) =>
  new AppError('conflict', changedPricesText(precos), { atual: { precos } satisfies PrecosMudados });

/** The field of an item, by the produto. */
const fieldOf = (produtoId: string) => `itens.${produtoId}`;

export const goneError = (produtoId: string) =>
  new AppError('invalid', 'Um produto desta venda foi excluído. Retire-o da venda e conclua de novo.', {
    campos: { [fieldOf(produtoId)]: GONE.message },
  });

export async function shortError(
  tx: TenantDb,
  items: readonly Wanted[],
  deposito: { id: string; nome: string },
): Promise<AppError> {
  const others = await selectElsewhere(
    tx,
    items.map(({ produtoId }) => produtoId),
    deposito.id,
  );
  const campos = Object.fromEntries(
    items.map((item) => [
      fieldOf(item.produtoId),
      shortText(
        item,
        deposito.nome,
        others
          .filter(({ produto_id }) => produto_id === item.produtoId)
          .slice(0, 3)
          .map(({ nome, saldo }) => ({ nome, saldo: toHundredths(saldo) })),
      ),
    ]),
  );
  return new AppError('invalid', Object.values(campos).join(' '), { campos });
}

export function promisedError(items: readonly { wanted: Wanted; quantidade: bigint }[]): AppError {
  const atual: Prometidas = {
    prometidas: items.map(({ wanted: { produtoId, nome, saldo, reservado }, quantidade }) => ({
      ...{ produto_id: produtoId, nome, quantidade: toDecimal(quantidade) },
      ...{ saldo: toDecimal(saldo ?? 0n), reservado: toDecimal(reservado) },
    })),
  };
  return new AppError('conflict', promisedText(items), { atual });
}

export const goneInRestoreError = (nome: string) =>
  new AppError(
    'conflict',
    `${nome} foi excluído. Restaure-o na lixeira e desfaça o cancelamento de novo, ou faça uma venda nova.`,
  );

/** The units that came back have left the deposito since. */
export const leftError = (items: readonly Wanted[], deposito: string) =>
  new AppError(
    'conflict',
    `${items
      .map(
        ({ nome, quantidade, saldo }) =>
          `O depósito ${deposito} ${saldo ? `tem só ${units(saldo)}` : 'não tem mais unidades'} de ${nome}, e o cancelamento devolveu ${toReading(quantidade)}.`,
      )
      .join(' ')} Transfira as peças para lá e desfaça de novo, ou faça uma venda nova.`,
  );
