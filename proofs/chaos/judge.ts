import { isDeepStrictEqual } from 'node:util';
import { isTold, nameOf } from './pairs.ts';
import { wrongBills, wrongFreights, wrongSales } from './sales.ts';
import type { Account, Site } from './site.ts';
import { wrongSums } from './sums.ts';
import type { Run } from './works.ts';

export interface Produto {
  nome: string;
  marca: string;
  categoria: string;
  preco: string;
  estoque: string;
  codigos: number;
  fotos: number;
}

/** The comparable fields of the produtos. Ids and SKUs derived from ids differ between sellers. */
export const produtosOf = (site: Site, { empresaId }: Account) =>
  site.sql<Produto>(
    `select p.nome, m.nome as marca, c.nome as categoria, p.preco_venda::text as preco,
       p.estoque_inicial::text as estoque, cardinality(p.cod_referencia) as codigos, cardinality(p.fotos) as fotos
     from produtos p join marcas m on m.empresa_id = p.empresa_id and m.id = p.marca_id
     join categorias c on c.empresa_id = p.empresa_id and c.id = p.categoria_id
     where p.empresa_id = $1 order by p.nome collate "C", p.preco_venda, p.estoque_inicial, 6, 7`,
    [empresaId],
  );

/**
 * Returns what is wrong after a finished run. `reference` holds the produtos that the same listings give
 * without faults.
 */
export async function wrongOf(site: Site, run: Run, reference: readonly Produto[]): Promise<string[]> {
  const { account, pair } = run;
  const found = [...run.wrong];
  if (pair.work === 'import') found.push(...(await wrongImport(site, run, reference)));
  else if (pair.work !== 'disconnect') found.push(...(await wrongSums(site, account)));
  if (run.shop && pair.work !== 'bills') found.push(...(await wrongSales(site, account, run.shop)));
  if (pair.work === 'freights') found.push(...(await wrongFreights(site, account)));
  if (pair.work === 'bills') found.push(...(await wrongBills(site, account)));
  const [garbled] = await site.sql<{ n: number }>(
    `select (select count(*) from pedidos_anuncio where empresa_id = $1 and strpos(titulo, U&'\\FFFD') > 0)::int
       + (select count(*) from produtos where empresa_id = $1 and strpos(nome, U&'\\FFFD') > 0)::int as n`,
    [account.empresaId],
  );
  if (garbled?.n) found.push(`${garbled.n} texts with replacement characters`);
  return found.map((each) => `${nameOf(pair)}: ${each}`);
}

async function wrongImport(site: Site, run: Run, reference: readonly Produto[]): Promise<string[]> {
  const { account, importacaoId, pair } = run;
  const { total } = await site.standIn.control<{ total: number }>(
    'GET',
    `/vendedores/${account.seller}/anuncios`,
  );
  const [items] = await site.sql<Record<'listings' | 'open' | 'unsaid', number>>(
    `select count(distinct anuncio_id)::int as listings,
       count(*) filter (where resultado in ('a_ler', 'pendente'))::int as open,
       count(*) filter (where resultado in ('recusado', 'ignorado') and motivo is null)::int as unsaid
     from importacao_itens where importacao_id = $1`,
    [importacaoId],
  );
  const [fotos] = await site.sql<Record<'open' | 'copied' | 'unsaid' | 'shown', number>>(
    `select count(*) filter (where situacao = 'pendente')::int as open,
       count(*) filter (where situacao = 'feita')::int as copied,
       count(*) filter (where situacao = 'recusada' and motivo is null)::int as unsaid,
       (select coalesce(sum(cardinality(fotos)), 0) from produtos where empresa_id = $1)::int as shown
     from importacao_fotos where empresa_id = $1`,
    [account.empresaId],
  );
  const produtos = await produtosOf(site, account);
  const isOfPhotos = pair.route === 'GET /fotos';
  // If the photos fail, the import lists the refused photos and creates the produtos without them.
  const bare = (each: Produto) => (isOfPhotos ? { ...each, fotos: 0 } : each);
  const n = reference.findIndex((each, at) => {
    const own = produtos[at];
    return !own || !isDeepStrictEqual(bare(own), bare(each));
  });
  return [
    ...(items?.listings === total ? [] : [`${items?.listings} of ${total} listings accounted for`]),
    ...(items?.open ? [`${items.open} import items without an outcome`] : []),
    ...(items?.unsaid ? [`${items.unsaid} import items refused or ignored without a reason`] : []),
    ...(fotos?.open || fotos?.unsaid
      ? [`${fotos.open} photos pending, ${fotos.unsaid} refused without a reason`]
      : []),
    ...(fotos?.copied === fotos?.shown ? [] : [`${fotos?.copied} photos copied, ${fotos?.shown} shown`]),
    ...(produtos.length === reference.length
      ? []
      : [`${produtos.length} produtos instead of ${reference.length}`]),
    ...(n < 0 ? [] : [`${JSON.stringify(produtos[n])} instead of ${JSON.stringify(reference[n])}`]),
  ];
}

/** Matches a sentence for a person, which begins with a capital letter and ends with a punctuation mark. */
const SENTENCE = /^\p{Lu}.{6,}[.!?]$/su;

/** The runs that outlasted the fault without any sentence on a screen. */
export function silent(runs: readonly Run[], lasted: ReadonlySet<Run>): string[] {
  return runs
    .filter(({ pair }) => isTold(pair))
    .filter((run) => lasted.has(run) && ![...run.said].some((each) => SENTENCE.test(each)))
    .map(({ pair }) => nameOf(pair));
}

/** Texts for a screen that are not sentences, answers with status 500, and failed requests. */
export const oddWords = (runs: readonly Run[]) =>
  runs.flatMap(({ pair, said, odd }) =>
    [...odd, ...[...said].filter((each) => !SENTENCE.test(each))].map((each) => `${nameOf(pair)}: ${each}`),
  );

/**
 * Jobs that failed for good, wait for a retry, or have been active for more than two minutes, counted by kind
 * and state. `contas.revogar` may wait for a retry.
 */
export async function badJobs(site: Site): Promise<string[]> {
  const rows = await site.sql<{ name: string; state: string; n: number }>(
    `select name, state::text, count(*)::int as n from pgboss.job
     where name = 'falhas' or state = 'failed' or (state = 'retry' and name <> 'contas.revogar')
       or (state = 'active' and started_on < now() - interval '2 minutes')
     group by 1, 2`,
  );
  return rows.map(({ name, state, n }) => `${name}: ${n} ${state}`);
}
