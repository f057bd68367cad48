import { globSync } from 'node:fs';
import { checkStock } from '../../apps/server/src/modules/movimentos/check.queries.ts';
import { countOf, type Measure } from '../kit/figures.ts';
import type { Site } from './site.ts';
import type { Truth } from './truth.ts';

interface UnitRow {
  key: string;
  anuncio_id: string;
  resultado: string;
  motivo: string | null;
  produto_id: string | null;
}

interface ProdutoRow {
  id: string;
  nome: string;
  preco: string;
  estoque: number;
  entradas: number;
  fotos: number;
  uploads: number;
  recusadas: number;
  historico: number;
}

const DONE = ['criado', 'ligado', 'atualizado', 'igual'];

/** Compares the result of an import with the expected result. */
export async function judge(site: Site, importacaoId: string, truth: Truth): Promise<Measure[]> {
  const units = (await site.sql(
    `select anuncio_id || '/' || variacao_id as key, anuncio_id, resultado, motivo, produto_id
     from importacao_itens where importacao_id = $1`,
    [importacaoId],
  )) as UnitRow[];
  const rows = await produtosIn(site);
  return [
    ...accounted(units, truth),
    ...produtosAsTrue(units, rows, truth),
    ...(await stored(site, rows)),
    ...(await stockChecked(site)),
  ];
}

/** The produtos of the database. All come from the import, because the empresa had none before. */
const produtosIn = async (site: Site) =>
  (await site.sql(
    `select p.id, p.nome, p.preco_venda::text as preco, p.estoque_inicial::float8 as estoque, cardinality(p.fotos) as fotos,
       coalesce(m.n, 0) as entradas, coalesce(u.n, 0) as uploads, coalesce(r.n, 0) as recusadas, coalesce(h.n, 0) as historico
     from produtos p
     left join (select produto_id, count(*)::int as n from movimentos_estoque group by 1) m on m.produto_id = p.id
     left join (select produto_id, count(*)::int as n from produto_fotos group by 1) u on u.produto_id = p.id
     left join (select produto_id, count(*)::int as n from importacao_fotos where situacao = 'recusada' group by 1) r
       on r.produto_id = p.id
     left join (select registro_id, count(*)::int as n from historico where tabela = 'produtos' and operacao = 'I' group by 1) h
       on h.registro_id = p.id`,
  )) as ProdutoRow[];

/** Every anuncio has to be either imported or refused with a reason. */
function accounted(units: readonly UnitRow[], truth: Truth): Measure[] {
  const byListing = Map.groupBy(units, ({ anuncio_id }) => anuncio_id);
  const size = `${truth.listings.length} anuncios`;
  const fates = truth.listings.map((id) => {
    const own = byListing.get(id) ?? [];
    const isRefused = own.length > 0 && own.every(({ resultado }) => resultado === 'recusado');
    const isImported = own.length > 0 && own.every(({ resultado }) => DONE.includes(resultado));
    return { id, isRefused, isImported, own };
  });
  const describe = ({ id, own }: (typeof fates)[number]) =>
    `${id}: ${own.map(({ resultado, motivo }) => `${resultado} ${motivo ?? ''}`).join(', ') || 'not there'}`;
  const count = (name: string, wrong: typeof fates) => countOf(name, wrong.map(describe), size);
  return [
    count(
      'anuncios that are neither imported nor refused',
      fates.filter(({ isRefused, isImported }) => !isRefused && !isImported),
    ),
    count(
      'anuncios imported that had to be refused, or refused that had to be imported',
      fates.filter(({ id, isRefused }) => isRefused !== truth.refused.has(id)),
    ),
    count(
      'refusals without a sentence',
      fates.filter(({ own }) =>
        own.some(({ resultado, motivo }) => resultado === 'recusado' && !motivo?.endsWith('.')),
      ),
    ),
    countOf(
      'imported anuncios that the account does not have',
      [...byListing.keys()].filter((id) => !truth.listings.includes(id)),
      size,
    ),
  ];
}

function produtosAsTrue(units: readonly UnitRow[], rows: readonly ProdutoRow[], truth: Truth): Measure[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const madeOf = new Map<string, Set<string>>();
  const unitOf = new Map(units.map((unit) => [unit.key, unit]));
  for (const [key, first] of truth.produtoOf) {
    const id = unitOf.get(key)?.produto_id;
    if (id) madeOf.set(first, (madeOf.get(first) ?? new Set()).add(id));
  }
  const all = [...truth.produtos].map(([first, right]) => {
    const ids = [...(madeOf.get(first) ?? [])];
    return { first, right, ids, row: byId.get(ids[0] ?? '') };
  });
  const size = `${all.length} produtos`;
  const count = (name: string, wrong: (each: (typeof all)[number]) => string | null) => {
    const found = all.flatMap((each) => {
      const words = wrong(each);
      return words === null ? [] : [`${each.first}: ${words}`];
    });
    return countOf(name, found, size);
  };
  const used = new Set(all.flatMap(({ ids }) => ids));
  const unused = rows.filter(({ id }) => !used.has(id));
  const differs = (name: string, real: unknown, right: unknown) =>
    real === right ? null : `${name} ${real}, not ${right}`;
  return [
    count('produtos lost', ({ row }) => (row ? null : 'there is none')),
    count('produtos created more than once', ({ ids }) => (ids.length > 1 ? `${ids.length} of them` : null)),
    countOf(
      'produtos that match no expected one, or that match two',
      unused.map(({ nome }) => nome),
      size,
      unused.length + all.length - used.size - all.filter(({ row }) => !row).length,
    ),
    count('produtos with another name or price than their anuncio', ({ row, right }) =>
      row ? (differs('name', row.nome, right.nome) ?? differs('price', row.preco, right.preco)) : null,
    ),
    count('produtos with wrong stock, or whose stock was entered twice', ({ row, right }) =>
      row
        ? (differs('stock', row.estoque, right.estoque) ??
          differs('entries', row.entradas, right.estoque > 0 ? 1 : 0))
        : null,
    ),
    count('produtos with wrong photos', ({ row, right }) =>
      row
        ? (differs('photos', row.fotos, right.fotos) ??
          differs('uploads', row.uploads, right.fotos) ??
          differs('refused photos', row.recusadas, right.fotosRecusadas))
        : null,
    ),
    count('produtos not exactly once in the history', ({ row }) =>
      row ? differs('times', row.historico, 1) : null,
    ),
  ];
}

/** Every upload must have its two images in the store, and every image must have an upload. */
async function stored(site: Site, rows: readonly ProdutoRow[]): Promise<Measure[]> {
  const uploads = (await site.sql('select id from arquivos')).map(({ id }) => String(id));
  const files = new Set(
    globSync('publico/*/*.webp', { cwd: site.images }).map((path) => path.split('/')[2] ?? ''),
  );
  const wanted = uploads.flatMap((id) => [`${id}.webp`, `${id}.mini.webp`]);
  const missing = wanted.filter((name) => !files.has(name));
  const orphans = files.size - (wanted.length - missing.length);
  const shown = rows.reduce((sum, { fotos }) => sum + fotos, 0);
  const size = `${uploads.length} uploads, ${files.size} images`;
  return [
    countOf('images missing in the store', missing, size),
    countOf('images in the store without an upload', [], size, orphans),
    countOf('uploads that no produto shows', [], size, Math.abs(uploads.length - shown)),
  ];
}

async function stockChecked(site: Site): Promise<Measure[]> {
  const client = await site.admin.connect();
  const findings = await checkStock(client);
  client.release();
  return findings.map(({ name, checked, wrong, examples }) =>
    countOf(name, examples, `${checked} checked`, wrong),
  );
}

const TABLES = [
  'produtos',
  'produto_deposito',
  'produto_fotos',
  'movimentos_estoque',
  'marcas',
  'categorias',
  'arquivos',
  'historico',
];

/** The row count and a hash of the row versions of each table. They stay the same if nothing is written. */
export async function traceOf(site: Site): Promise<Record<string, string>> {
  const trace: Record<string, string> = {};
  for (const table of TABLES) {
    const [row] = await site.sql(
      `select count(*)::text as n, coalesce(sum(hashtextextended(t.xmin::text || t.ctid::text, 0)), 0)::text as written
       from ${table} t`,
    );
    trace[table] = `${row.n} rows, written ${row.written}`;
  }
  trace['images'] = `${globSync('publico/*/*.webp', { cwd: site.images }).length} of them`;
  return trace;
}
