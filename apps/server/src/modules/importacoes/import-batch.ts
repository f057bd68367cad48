import { changeStock } from '#modules/movimentos/change-stock.ts';
import { toDecimal } from '#modules/movimentos/hundredths.ts';
import { insertProdutos } from '#modules/produtos/produtos.queries.ts';
import { AppError } from '#platform/errors.ts';
import { namedIn } from '#platform/named.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import {
  insertFotos,
  lockExisting,
  type Pending,
  selectCategoriasMl,
  selectPending,
  selectSameProdutos,
  selectTakenSkus,
  updateCategoriasMl,
  updateLinks,
  updateProdutos,
  updateResults,
} from './import-batch.queries.ts';
import { idOf } from './import-id.ts';
import { isDraft, type Plan, planOf, skusOf, targetIdOf } from './import-plan.ts';
import {
  accessOf,
  type HeldImportacao,
  holdTurn,
  type ImportParts,
  type Outcome,
  type Turn,
} from './turn.ts';

/** Short enough that a pause is obeyed at once and nobody waits long for a produto. */
const BATCH = 200;
const MOTIVO = 'Importação do Mercado Livre';
const NO_CATEGORIA = 'Sem categoria';
const LONGEST_CATEGORIA = 100;

const marcasNamed = namedIn('marcas');
const categoriasNamed = namedIn('categorias');

/** Gives the next anuncios their outcome: produtos, stock, links and what became of each are one transaction. */
export function importBatch({ db }: Pick<ImportParts, 'db'>, turn: Turn): Promise<Outcome> {
  return db.write(accessOf(turn), async (tx) => {
    // An empty catalogue becomes a large one while this goes on: no plan made for the one serves the other.
    await tx.raw('set local plan_cache_mode = force_custom_plan');
    const importacao = await holdTurn(tx, turn);
    if (importacao?.passo !== 'importar') return 'lost';
    const { id, user_ml_id } = importacao;
    const units = await selectPending(tx, { importacaoId: id, userMlId: user_ml_id, limit: BATCH });
    if (units.length === 0) return 'done';
    await write(tx, importacao, await plan(tx, importacao, units));
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

async function write(tx: TenantDb, importacao: HeldImportacao, plan: Plan): Promise<void> {
  const made = await makeProdutos(tx, importacao, plan);
  /** Undefined where somebody took the SKU a moment ago: those are looked at again in the next batch. */
  const idIn = (target: Plan['links'][number]['target']) =>
    isDraft(target) ? made.get(target.sku) : target.id;
  /** Each with the id of its produto, if there is one. */
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
  if (links.length > 0) await updateLinks(tx, importacao.user_ml_id, links);
  const results = plan.results.flatMap(({ target, ...row }) => {
    const produto_id = target === null ? null : idIn(target);
    return produto_id === undefined ? [] : [{ ...row, produto_id }];
  });
  await updateResults(tx, importacao.id, results);
}

/** Their ids by SKU. */
async function makeProdutos(
  tx: TenantDb,
  { fornecedor_id }: HeldImportacao,
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
    drafts.map(({ categoriaMlId }) => categoriaMlId),
  );
  const stock = new Map(entries.map(({ target, quantidade }) => [target, quantidade]));
  const rows = drafts.map((draft) => {
    const { marca, categoriaMlId, ...fields } = draft;
    return {
      ...fields,
      estoque_inicial: toDecimal(stock.get(draft) ?? 0n),
      fornecedor_id,
      marca_id: known(marcas, marca),
      categoria_id: known(categorias, categoriaMlId),
    };
  });
  const made = await insertProdutos(tx, rows);
  return new Map(made.map(({ id, sku }) => [sku, id]));
}

/** What each categoria of the marketplace is here; where nobody chose, the one of its name, from now on. */
async function categoriasOf(tx: TenantDb, wanted: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(wanted)];
  const rows = await selectCategoriasMl(tx, ids);
  const open = rows.filter(({ categoria_id }) => categoria_id === null);
  const read = new Set(rows.map(({ id }) => id));
  const nameOf = (nome: string) => nome.trim().slice(0, LONGEST_CATEGORIA).trim() || NO_CATEGORIA;
  const unknown = ids.filter((id) => !read.has(id)).map((id) => ({ id, nome: NO_CATEGORIA }));
  const named = await categoriasNamed(
    tx,
    [...open, ...unknown].map(({ nome }) => nameOf(nome)),
  );
  const mapped = open.map(({ id, nome }) => ({ id, categoria_id: named.get(nameOf(nome)) }));
  if (mapped.length > 0) await updateCategoriasMl(tx, mapped);
  return new Map([
    ...rows.flatMap(({ id, categoria_id }) => (categoria_id === null ? [] : [[id, categoria_id] as const])),
    ...[...open, ...unknown].map(({ id, nome }) => [id, known(named, nameOf(nome))] as const),
  ]);
}

type Entry = Omit<Plan['entries'][number], 'target'> & { produto_id: string };

/** Once for each anuncio, whoever tries again. */
async function enterStock(
  tx: TenantDb,
  { deposito_id, user_ml_id }: HeldImportacao,
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
      motivo: MOTIVO,
      origem: 'produto',
      chaveOf: (_, produto) => {
        const unit = units.get(produto);
        return idOf(tx.empresaId, user_ml_id, unit?.anuncio_id ?? '', unit?.variacao_id ?? '');
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
  if (id === undefined) throw new Error('a name was neither found nor made');
  return id;
}
