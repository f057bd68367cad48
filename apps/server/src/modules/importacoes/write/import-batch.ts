import { categoriasNamed } from '#modules/categorias/categorias.queries.ts';
import { planAnew } from '#modules/importacoes/compare/plan-for-many.queries.ts';
import { type HeldImportacao, holdLease } from '#modules/importacoes/lease.queries.ts';
import { accessOf, type ImportParts, type Lease, type Outcome } from '#modules/importacoes/lease.ts';
import { marcasNamed } from '#modules/marcas/marcas.queries.ts';
import { changeStock } from '#modules/movimentos/change-stock.ts';
import { toDecimal } from '#modules/movimentos/hundredths.ts';
import { insertProdutos } from '#modules/produtos/produtos.queries.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { idOf } from '#platform/derived-id.ts';
import { AppError } from '#platform/errors.ts';
import {
  insertFotos,
  lockExisting,
  type Pending,
  selectCategoriasExternas,
  selectPending,
  selectSameProdutos,
  selectTakenSkus,
  updateCategoriasExternas,
  updateLinks,
  updateProdutos,
  updateResults,
} from './import-batch.queries.ts';
import { isDraft, type Plan, planOf, skusOf, targetIdOf } from './import-plan.ts';

/**
 * The number of units per transaction. It is small, so that a pause takes effect immediately and no produto
 * is locked for long.
 */
const BATCH = 200;
const NO_CATEGORIA = 'Sem categoria';
const LONGEST_CATEGORIA = 100;

/** Imports the next anuncios. Produtos, stock, links and results are written in one transaction. */
export function importBatch(
  { db, marketplaces }: Pick<ImportParts, 'db' | 'marketplaces'>,
  lease: Lease,
): Promise<Outcome> {
  return db.write(accessOf(lease), async (tx) => {
    await planAnew(tx);
    const importacao = await holdLease(tx, lease);
    if (importacao?.passo !== 'importar') return 'lost';
    const { id } = importacao;
    const units = await selectPending(tx, { importacaoId: id, seller: importacao, limit: BATCH });
    if (units.length === 0) return 'done';
    const motivo = `Importação ${marketplaces.of(importacao.marketplace).words.do}`;
    await write(tx, { ...importacao, motivo }, await plan(tx, importacao, units));
    return 'more';
  });
}

async function plan(tx: TenantDb, importacao: HeldImportacao, units: readonly Pending[]): Promise<Plan> {
  const { id, estoque_full } = importacao;
  const wanted = units.filter(({ acao }) => acao !== 'ignorar');
  const same = await selectSameProdutos(tx, id, [
    ...new Set(wanted.flatMap(({ mesmo_produto }) => mesmo_produto ?? [])),
  ]);
  const ids = new Set(wanted.flatMap((unit) => targetIdOf(unit, same) ?? []));
  const skus = wanted.filter((unit) => targetIdOf(unit, same) === null).flatMap(skusOf);
  const [existing, taken] = await Promise.all([lockExisting(tx, id, [...ids]), selectTakenSkus(tx, skus)]);
  return planOf(units, {
    existing: new Map(existing.map((produto) => [produto.id, produto])),
    same,
    taken,
    includesFull: estoque_full,
  });
}

/** The importacao, with the reason that its movimentos show. */
type Explained = HeldImportacao & { motivo: string };

async function write(tx: TenantDb, importacao: Explained, plan: Plan): Promise<void> {
  const made = await makeProdutos(tx, importacao, plan);
  /**
   * The id of the produto. Undefined when another transaction has just taken the SKU. The next batch then
   * plans the unit again.
   */
  const idIn = (target: Plan['links'][number]['target']) =>
    isDraft(target) ? made.get(target.sku) : target.id;
  /** The rows whose produto exists, with its id. */
  const settled = <T extends { target: Plan['links'][number]['target'] }>(rows: readonly T[]) =>
    rows.flatMap(({ target, ...row }) => {
      const produto_id = idIn(target);
      return produto_id === undefined ? [] : [{ ...row, produto_id }];
    });

  if (plan.changed.size > 0)
    await updateProdutos(
      tx,
      [...plan.changed].map(([id, changes]) => ({ id, ...changes })),
    );
  const isNew = ({ target }: Plan['entries'][number]) => isDraft(target);
  await enterStock(tx, importacao, settled(plan.entries.filter(isNew)), true);
  await enterStock(tx, importacao, settled(plan.entries.filter((entry) => !isNew(entry))), false);
  const photos = settled(plan.photos).flatMap(({ urls, produto_id }) =>
    urls.map((url, ordem) => ({ produto_id, ordem, url })),
  );
  if (photos.length > 0) await insertFotos(tx, importacao.id, photos);
  const links = settled(plan.links);
  if (links.length > 0) await updateLinks(tx, importacao, links);
  const results = plan.results.flatMap(({ target, ...row }) => {
    const produto_id = target === null ? null : idIn(target);
    return produto_id === undefined ? [] : [{ ...row, produto_id }];
  });
  await updateResults(tx, importacao.id, results);
}

/** Creates the produtos and returns their ids by SKU. */
async function makeProdutos(
  tx: TenantDb,
  { fornecedor_id, marketplace }: HeldImportacao,
  { drafts, entries }: Plan,
): Promise<Map<string, string>> {
  if (drafts.length === 0) return new Map();
  if (fornecedor_id === null) throw gone('O fornecedor');
  const marcas = await marcasNamed(
    tx,
    drafts.map(({ marca }) => marca),
  );
  const categorias = await categoriasOf(
    tx,
    marketplace,
    drafts.map(({ categoriaExternaId }) => categoriaExternaId),
  );
  const stock = new Map(entries.map(({ target, quantidade }) => [target, quantidade]));
  const rows = drafts.map((draft) => {
    const { marca, categoriaExternaId, ...fields } = draft;
    return {
      ...fields,
      estoque_inicial: toDecimal(stock.get(draft) ?? 0n),
      fornecedor_id,
      marca_id: known(marcas, marca),
      categoria_id: known(categorias, categoriaExternaId),
    };
  });
  const made = await insertProdutos(tx, rows);
  return new Map(made.map(({ id, sku }) => [sku, id]));
}

/**
 * Returns our categoria for each categoria of the marketplace. If a person chose none, the categoria with the
 * same name is used and stored.
 */
async function categoriasOf(
  tx: TenantDb,
  marketplace: string,
  wanted: readonly string[],
): Promise<Map<string, string>> {
  const ids = [...new Set(wanted)];
  const rows = await selectCategoriasExternas(tx, marketplace, ids);
  const open = rows.filter(({ categoria_id }) => categoria_id === null);
  const read = new Set(rows.map(({ id }) => id));
  const nameOf = (nome: string) => nome.trim().slice(0, LONGEST_CATEGORIA).trim() || NO_CATEGORIA;
  const unknown = ids.filter((id) => !read.has(id)).map((id) => ({ id, nome: NO_CATEGORIA }));
  const named = await categoriasNamed(
    tx,
    [...open, ...unknown].map(({ nome }) => nameOf(nome)),
  );
  const mapped = open.map(({ id, nome }) => ({ id, categoria_id: named.get(nameOf(nome)) }));
  if (mapped.length > 0) await updateCategoriasExternas(tx, marketplace, mapped);
  return new Map([
    ...rows.flatMap(({ id, categoria_id }) => (categoria_id === null ? [] : [[id, categoria_id] as const])),
    ...[...open, ...unknown].map(({ id, nome }) => [id, known(named, nameOf(nome))] as const),
  ]);
}

type Entry = Omit<Plan['entries'][number], 'target'> & { produto_id: string };

/**
 * Enters the stock. The key identifies the unit of the seller, so a second entry of the unit for the same produto
 * and deposito violates a unique constraint, even in another importacao.
 */
async function enterStock(
  tx: TenantDb,
  { deposito_id, marketplace, sellerId, motivo }: Explained,
  entries: readonly Entry[],
  areSummed: boolean,
): Promise<void> {
  if (entries.length === 0) return;
  if (deposito_id === null) throw gone('O depósito');
  const units = new Map(entries.map(({ produto_id, unit }) => [produto_id, unit]));
  const outcome = await changeStock(
    tx,
    entries.map(({ produto_id, quantidade }) => ({
      produto: produto_id,
      command: { do: 'entrada', deposito: deposito_id, quantidade },
    })),
    {
      areSummed,
      motivo,
      origem: 'produto',
      chaveOf: (_, produto) => {
        const unit = units.get(produto);
        return idOf(tx.empresaId, marketplace, sellerId, unit?.anuncio_id ?? '', unit?.variacao_id ?? '');
      },
    },
  );
  if (!outcome.ok) throw new AppError('conflict', outcome.refusal.message);
}

const gone = (what: string) =>
  new AppError(
    'conflict',
    `${what} escolhido para esta importação foi excluído. Cancele-a e importe de novo com outro: o que já entrou não se repete.`,
  );

function known(ids: ReadonlyMap<string, string>, key: string): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error('a marca or categoria was neither found nor created');
  return id;
}
