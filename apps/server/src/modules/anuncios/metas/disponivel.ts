import { toUnits } from '@prumo/contract/exact-decimal.ts';
import { selectLugares, selectRegras, type Unidade } from '#modules/anuncios/unidades.queries.ts';
import { disponivelOf, type Lugar, lugaresDaVenda } from '#modules/reservas/place-of.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** The stock from which the sales of a unit are drawn. */
export interface Disponivel {
  /** In hundredths. */
  total: bigint;
  depositos: readonly string[];
}

const NO_RULE = { anuncio: [], conta: [] };

/** Reads what the depositos have together from which the sales of each unit are drawn. Null without a produto. */
export async function readDisponivel(
  tx: TenantDb,
  units: readonly Unidade[],
): Promise<(unit: Unidade) => Disponivel | null> {
  const produtoIds = [...new Set(units.flatMap(({ produto_id }) => produto_id ?? []))];
  if (produtoIds.length === 0) return () => null;
  const [rows, regras] = await Promise.all([selectLugares(tx, produtoIds), selectRegras(tx, units)]);
  const byProduto = Map.groupBy(rows, ({ produto_id }) => produto_id);
  const byAnuncio = new Map(regras.map((regra) => [keyOf(regra), regra]));
  return (unit) => {
    if (unit.produto_id === null) return null;
    const regra = byAnuncio.get(keyOf(unit)) ?? NO_RULE;
    const kept = (byProduto.get(unit.produto_id) ?? []).map(lugarOf);
    const known = new Set(kept.map(({ deposito }) => deposito));
    // A rule counts although the produto never was in its depositos: there is nothing to sell then.
    const named = [...regra.anuncio, ...regra.conta].filter((id) => !known.has(id)).map(emptyLugar);
    const lugares = lugaresDaVenda([...kept, ...named], regra);
    return {
      total: lugares.reduce((sum, lugar) => sum + disponivelOf(lugar), 0n),
      depositos: lugares.map(({ deposito }) => deposito),
    };
  };
}

const keyOf = ({
  marketplace,
  seller_id,
  anuncio_id,
}: Pick<Unidade, 'marketplace' | 'seller_id' | 'anuncio_id'>) => `${marketplace} ${seller_id} ${anuncio_id}`;

const lugarOf = (row: { deposito: string; ativo: boolean; saldo: string; reservado: string }): Lugar => ({
  ...{ deposito: row.deposito, ativo: row.ativo },
  ...{ saldo: toUnits(row.saldo, 2), reservado: toUnits(row.reservado, 2) },
});

const emptyLugar = (deposito: string): Lugar => ({ deposito, ativo: true, saldo: null, reservado: 0n });
