import type { Mudanca } from '@prumo/contract/lotes.ts';
import { type Reajuste, type RecusaDoReajuste, reajustar } from '@prumo/contract/reajuste.ts';
import type { Arquivos } from '#modules/arquivos/arquivos.ts';
import { clearSaldosOfProdutos } from '#modules/movimentos/saldos.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import {
  deleteProdutos,
  keepRecord,
  lockPrecos,
  type Preco,
  REGISTERS,
  type Reference,
  selectIn,
  updateMinimos,
  updatePrecos,
  updateReference,
} from './mudancas.queries.ts';
import { restoreProdutos } from './revert.ts';

/** A produto that stays as it is, and the reason. */
export interface Recusa {
  id: string;
  motivo: string;
}

export interface Applied {
  alterados: number;
  recusas: Recusa[];
}

/** Ends the whole lote, because no produto can be changed like this any more. */
export class Impossible extends Error {
  override readonly name = 'Impossible';
}

const GONE = 'O produto foi excluído antes da alteração.';

const goneOf = (ids: readonly string[], found: ReadonlySet<string>): Recusa[] =>
  ids.filter((id) => !found.has(id)).map((id) => ({ id, motivo: GONE }));

/** Changes some produtos of a lote in the current transaction. A refused produto does not stop the others. */
export async function apply(
  tx: TenantDb,
  mudanca: Mudanca,
  { ids, arquivos }: { ids: readonly string[]; arquivos: Arquivos },
): Promise<Applied> {
  switch (mudanca.tipo) {
    case 'preco':
      return changePreco(tx, ids, { column: 'preco_venda', reajuste: mudanca.reajuste });
    case 'custo':
      return changePreco(tx, ids, { column: 'custo_unitario', reajuste: mudanca.reajuste });
    case 'marca':
      return changeReference(tx, ids, { column: 'marca_id', to: mudanca.marca_id });
    case 'categoria':
      return changeReference(tx, ids, { column: 'categoria_id', to: mudanca.categoria_id });
    case 'fornecedor':
      return changeReference(tx, ids, { column: 'fornecedor_id', to: mudanca.fornecedor_id });
    case 'minimo':
      return changeMinimo(tx, ids, mudanca);
    case 'excluir':
      return remove(tx, ids, arquivos);
    case 'restaurar':
      return restoreProdutos(tx, ids, arquivos);
  }
}

const REASONS: Readonly<Record<Preco, Readonly<Record<RecusaDoReajuste, string>>>> = {
  preco_venda: {
    negativo: 'O preço ficaria negativo.',
    zero: 'O preço arredondado ficaria em R$\u00a00,00.',
    grande: 'O preço passaria de R$\u00a09.999.999.999,99.',
  },
  custo_unitario: {
    negativo: 'O custo ficaria negativo.',
    zero: 'O custo arredondado ficaria em R$\u00a00,00.',
    grande: 'O custo passaria de R$\u00a09.999.999.999,99.',
  },
};

async function changePreco(
  tx: TenantDb,
  ids: readonly string[],
  { column, reajuste }: { column: Preco; reajuste: Reajuste },
): Promise<Applied> {
  const rows = await lockPrecos(tx, ids, column);
  const recusas = goneOf(ids, new Set(rows.map(({ id }) => id)));
  const changes: { id: string; valor: string }[] = [];
  for (const { id, valor: antes } of rows) {
    const result = reajustar(antes, reajuste);
    if (!result.ok) recusas.push({ id, motivo: REASONS[column][result.recusa] });
    else if (result.valor !== antes) changes.push({ id, valor: result.valor });
  }
  if (changes.length > 0) await updatePrecos(tx, column, changes);
  return { alterados: changes.length, recusas };
}

const LOST: Readonly<Record<Reference, string>> = {
  marca_id: 'A marca escolhida foi excluída. Escolha outra e comece de novo.',
  categoria_id: 'A categoria escolhida foi excluída. Escolha outra e comece de novo.',
  fornecedor_id: 'O fornecedor escolhido foi excluído. Escolha outro e comece de novo.',
};

async function changeReference(
  tx: TenantDb,
  ids: readonly string[],
  { column, to }: { column: Reference; to: string },
): Promise<Applied> {
  if (!(await keepRecord(tx, REGISTERS[column], to))) throw new Impossible(LOST[column]);
  const rows = await lockPrecos(tx, ids, 'preco_venda');
  const updated = await updateReference(tx, ids, column, to);
  return { alterados: updated.length, recusas: goneOf(ids, new Set(rows.map(({ id }) => id))) };
}

async function changeMinimo(
  tx: TenantDb,
  ids: readonly string[],
  { deposito_id, minimo }: Extract<Mudanca, { tipo: 'minimo' }>,
): Promise<Applied> {
  if (!(await keepRecord(tx, 'depositos', deposito_id)))
    throw new Impossible('O depósito escolhido foi excluído. Escolha outro e comece de novo.');
  const found = new Set((await lockPrecos(tx, ids, 'preco_venda')).map(({ id }) => id));
  const inside = new Set((await selectIn(tx, ids, deposito_id)).map(({ produto_id }) => produto_id));
  const updated = await updateMinimos(tx, ids, { deposito_id, minimo });
  const outside = ids.filter((id) => found.has(id) && !inside.has(id));
  return {
    alterados: updated.length,
    recusas: [
      ...goneOf(ids, found),
      ...outside.map((id) => ({ id, motivo: 'O produto não está neste depósito.' })),
    ],
  };
}

async function remove(tx: TenantDb, ids: readonly string[], arquivos: Arquivos): Promise<Applied> {
  const found = (await lockPrecos(tx, ids, 'preco_venda')).map(({ id }) => id);
  await clearSaldosOfProdutos(tx, found);
  const removed = await deleteProdutos(tx, found);
  await arquivos.settle(
    tx,
    removed.flatMap((produto) => arquivos.shownBy('produtos', { ...produto })),
  );
  return { alterados: removed.length, recusas: goneOf(ids, new Set(found)) };
}
