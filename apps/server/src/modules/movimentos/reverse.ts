import { AppError } from '#platform/errors.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { changeStock, type Refused } from './change-stock.ts';
import { toHundredths } from './hundredths.ts';
import { type Reversible, selectMovimentosOfLote, selectReversals } from './movimentos.queries.ts';
import { lockProdutos, updateLastMovement } from './stock.queries.ts';

/** What an undo gives back: the ledger stays, each line gets its opposite. */
export const selectReversible = selectMovimentosOfLote;

/** Before anything of a batch is undone, so that an undo waits for nothing while it holds half of what it needs. */
export const lockStock = lockProdutos;

/** The history of a link leaves out when it last moved; the ledger knows. */
export const restoreLastMovement = updateLastMovement;

/** The id of a line is the key of its opposite, so that a line is undone once. */
export async function reverseMovimentos(tx: TenantDb, lines: readonly Reversible[]): Promise<void> {
  const idOf = new Map(lines.map((line) => [`${line.produto_id} ${line.deposito_id}`, line.id]));
  const changes = [...Map.groupBy(lines, ({ produto_id }) => produto_id)].map(([produto, own]) => ({
    produto,
    command: {
      do: 'reverse' as const,
      lines: own.map(({ deposito_id, tipo, delta }) => ({
        deposito: deposito_id,
        tipo,
        delta: toHundredths(delta),
      })),
    },
  }));
  const outcome = await changeStock(tx, changes, {
    motivo: null,
    origem: 'desfazer',
    chaveOf: ({ deposito }, produto) => idOf.get(`${produto} ${deposito}`) ?? '',
    earlier: () => selectReversals(tx, [...idOf.values()]),
  });
  if (!outcome.ok) throw new AppError('conflict', sentenceOf(outcome.refusal));
  if (outcome.repeated) {
    const by = outcome.lines[0]?.quem ?? 'outra pessoa';
    throw new AppError('conflict', `Este movimento de estoque já foi desfeito por ${by}.`);
  }
}

const sentenceOf = (refusal: Refused) =>
  refusal.kind === 'gone' ? 'Não foi possível desfazer: o produto foi excluído depois.' : refusal.message;
