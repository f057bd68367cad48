import { toUnits } from '@prumo/contract/exact-decimal.ts';
import type { Database } from '#platform/db/db.ts';
import { lastingAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { type Clock, type Loop, openLoop, REAL_CLOCK } from '#platform/jobs/loop.ts';
import type { Log } from '#platform/log.ts';
import { selectContas, sellerText } from './anuncios.queries.ts';
import {
  type Comparacao,
  countUnidades,
  deleteNotas,
  lockUnidades,
  nextToCompare,
  noteProdutos,
  PRODUTOS,
  selectNotas,
  writeComparacoes,
} from './comparar.queries.ts';
import { readDisponivel } from './metas/disponivel.ts';
import { selectPublicacoes } from './metas/publicacoes.queries.ts';
import { type UnitMeta, unitMetasOf } from './metas/unit-metas.ts';
import { publicadoOf, situacaoOf, unitsOf } from './situacao.ts';
import type { Unidade } from './unidades.queries.ts';

const IDLE_MS = 1000;
/** The number of notes that one transaction reads. */
const NOTAS = 100;
/** The number of batches of one empresa before the next empresa has its turn. */
const BATCHES = 5;
/** A marketplace may report any quantity. `mudanca` and its absolute value, which an index has, must fit an integer. */
const LEAST_CHANGE = -(2 ** 31) + 1;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Compares anuncios with the stock after a change of either (ADR 0130). A round visits each empresa with changes once. A
 * worker that is killed loses its open batch, whose notes stay.
 */
export function openComparer({
  db,
  log,
  clock = REAL_CLOCK,
}: {
  db: Database;
  log: Log;
  clock?: Clock;
}): Loop {
  let last = FIRST;
  return openLoop({
    ...{ atOnce: 1, idleMs: IDLE_MS, clock },
    claim: async () => {
      const next = await nextToCompare(db, last);
      last = next ?? FIRST;
      return next;
    },
    contextOf: (empresaId) => ({ empresa: empresaId }),
    work: async (empresaId) => {
      for (let batch = 0; batch < BATCHES; batch++)
        if (!(await db.write(lastingAccess(empresaId), compareSome))) return;
    },
    onError: (err) => log.warn({ err }, 'anuncios not compared'),
  });
}

/** Compares the produtos of the oldest notes. Returns false when nothing is left that this worker can do now. */
export async function compareSome(tx: TenantDb): Promise<boolean> {
  const notas = await selectNotas(tx, NOTAS);
  const all = notas.filter(({ produto_ids }) => produto_ids === null);
  if (all.length > 0) {
    await noteProdutos(tx, null);
    await deleteNotas(tx, idsOf(all));
    return true;
  }
  const taken = takeSome(notas);
  if (taken.length === 0) return false;
  const produtoIds = [...new Set(taken.flatMap(({ produto_ids }) => produto_ids ?? []))];
  const locked = Map.groupBy(await lockUnidades(tx, produtoIds), ({ produto_id }) => produto_id);
  const totals = await countUnidades(tx, produtoIds);
  // What a unit has to show depends on the other units of its produto, so all of them have to be known.
  const whole = totals.flatMap(({ produto_id, total }) => {
    const units = locked.get(produto_id) ?? [];
    return units.length === total ? [{ produtoId: produto_id, units }] : [];
  });
  // Read after the lock, so that of two workers the one that writes last has read the newer stock.
  const [disponivel, publicacaoOf, contas] = await Promise.all([
    readDisponivel(
      tx,
      whole.flatMap(({ units }) => units),
    ),
    selectPublicacoes(tx, produtoIds),
    selectContas(tx),
  ]);
  const connected = new Set(contas.map(sellerText));
  const changed = whole.flatMap(({ produtoId, units }) => {
    const measured = units.map((unit) => ({
      unit,
      // Nothing is known of a conta that is not connected, and nothing could be sent to it.
      disponivel: connected.has(sellerText(unit)) ? disponivel(unit) : null,
    }));
    return unitMetasOf(measured, publicacaoOf(produtoId)).flatMap((meta) => changeOf(meta) ?? []);
  });
  if (changed.length > 0) await writeComparacoes(tx, changed);
  if (whole.length < totals.length) return false;
  await deleteNotas(tx, idsOf(taken));
  return true;
}

/** The first notes whose produtos fit into one batch, and at least one note. */
function takeSome<Each extends { produto_ids: string[] | null }>(notas: readonly Each[]): Each[] {
  let produtos = 0;
  return notas.filter(({ produto_ids }, n) => {
    produtos += produto_ids?.length ?? 0;
    return n === 0 || produtos <= PRODUTOS;
  });
}

const idsOf = (notas: readonly { id: string }[]) => notas.map(({ id }) => id);

const keyOf = ({ marketplace, seller_id, anuncio_id, variacao_id }: Unidade) => ({
  ...{ marketplace, seller_id, anuncio_id, variacao_id },
});

/** What to write for a unit. Undefined if it is written already. */
function changeOf({ unit, esperado, envia }: UnitMeta) {
  const compared = { ...unit, esperado, quantidade: unitsOf(toUnits(unit.quantidade, 2)) };
  const change = esperado === null ? 0 : Math.max(LEAST_CHANGE, esperado - Number(publicadoOf(compared)));
  const found: Comparacao = {
    meta: esperado,
    mudanca: envia && change !== 0 ? change : null,
    diferenca: situacaoOf(compared).motivo,
  };
  const isKept =
    found.meta === unit.meta && found.mudanca === unit.mudanca && found.diferenca === unit.diferenca;
  return isKept ? undefined : { ...keyOf(unit), ...found };
}
