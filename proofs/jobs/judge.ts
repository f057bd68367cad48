import { setTimeout as sleep } from 'node:timers/promises';
import { countOf, grouped, type Measure } from '../kit/figures.ts';
import type { Operator } from '../kit/product.ts';
import { ANUNCIOS, type House, PRICE } from './houses.ts';
import type { Site } from './site.ts';

/**
 * Jobs that are due, running or failing. Deferred jobs, such as the next turn of a synchronisation, may wait. The queue
 * of pg-boss itself carries the ticks of the clock. A lost tick is not repeated: the next one does the same.
 */
export const UNFINISHED = `select name, state, retry_count, id from pgboss.job
  where state in ('created', 'retry', 'active') and start_after <= now() + interval '2 minutes' and name <> 'falhas' and name not like '\\_\\_%'`;

/** What was asked for and is not done. Empty at the end, unless a job was forgotten. */
export async function undone({ sql }: Site, houses: readonly House[]): Promise<string[]> {
  const ids = (of: (house: House) => readonly (string | null)[]) => houses.flatMap(of).filter(Boolean);
  const rows = await sql<{ finding: string }>(
    `select 'lote ' || id || ' is ' || situacao as finding from lotes where id = any ($1::uuid[]) and situacao <> 'concluido'
     union all
     select 'convite ' || id || ' is ' || envio from convites where id = any ($2::uuid[]) and envio <> 'enviado'
     union all
     select 'importacao ' || id || ' is ' || situacao from importacoes where id = any ($3::uuid[]) and situacao <> 'concluida'
     union all
     select 'exportacao ' || id || ' is ' || situacao from exportacoes where id = any ($4::uuid[]) and situacao <> 'pronta'`,
    [
      ids(({ lotes }) => lotes),
      ids(({ convites }) => convites.map(({ id }) => id)),
      ids(({ importacao }) => [importacao]),
      ids(({ exportacao }) => [exportacao]),
    ],
  );
  return rows.map(({ finding }) => finding);
}

/** Compares every effect with the record of the proof. */
export async function judge(site: Site, houses: readonly House[]): Promise<Measure[]> {
  const lotes = houses.reduce((sum, house) => sum + house.lotes.length, 0);
  const convites = houses.reduce((sum, house) => sum + house.convites.length, 0);
  const letters = await mailFindings(site, houses);
  return [
    countOf('requests whose job was forgotten', await undone(site, houses)),
    countOf('jobs that ended as failed', await failed(site)),
    countOf('jobs still due or running', await running(site)),
    countOf(
      'prices not changed exactly once by each lote',
      await prices(site, houses),
      `${grouped(lotes)} lotes`,
    ),
    countOf('anuncios without exactly one produto', await imports(site, houses), `${houses.length} imports`),
    countOf('pedidos missing, doubled or unknown', await pedidos(site, houses), `${houses.length} contas`),
    countOf(
      'exports without exactly one whole file',
      await exports(site, houses),
      `${houses.length} exports`,
    ),
    countOf('convites without a mail', letters.missing, `${grouped(convites)} convites`),
    countOf('second mails although no worker was killed while it sent', letters.doubled, letters.size),
  ];
}

const failed = async ({ sql }: Site) =>
  (
    await sql<{ finding: string }>(
      `select name || ' ' || id || ' ' || coalesce(output::text, '') as finding from pgboss.job
       where state in ('failed', 'cancelled') or name = 'falhas'`,
    )
  ).map(({ finding }) => finding.slice(0, 300));

const running = async ({ sql }: Site) =>
  (await sql<{ name: string; state: string; id: string }>(UNFINISHED)).map(
    ({ name, state, id }) => `${name} ${id} is ${state}`,
  );

async function prices({ sql }: Site, houses: readonly House[]): Promise<string[]> {
  const findings: string[] = [];
  for (const { operator, produtos, lotes } of houses) {
    const rows = await sql<{ nome: string; preco: number; lines: number }>(
      `select p.nome, p.preco_venda::float8 as preco,
         (select count(*)::int from historico h where h.empresa_id = p.empresa_id and h.tabela = 'produtos'
            and h.registro_id = p.id and h.operacao = 'U' and h.lote = any ($3::uuid[])) as lines
       from produtos p where p.empresa_id = $1 and p.id = any ($2::uuid[])`,
      [operator.empresaId, produtos, lotes],
    );
    if (rows.length !== produtos.length) findings.push(`${operator.empresaId} has ${rows.length} produtos`);
    for (const { nome, preco, lines } of rows)
      if (preco !== PRICE + lotes.length || lines !== lotes.length)
        findings.push(
          `${nome} costs ${preco} after ${lotes.length} lotes, with ${lines} lines of the history`,
        );
  }
  return findings;
}

async function imports({ sql }: Site, houses: readonly House[]): Promise<string[]> {
  const findings: string[] = [];
  for (const { operator, produtos, importacao } of houses) {
    const [row] = await sql<
      Record<'anuncios' | 'unidades' | 'feitos' | 'diferentes' | 'produtos' | 'entradas', number>
    >(
      `select count(distinct i.anuncio_id)::int as anuncios, count(*)::int as unidades,
         count(*) filter (where i.resultado in ('criado', 'ligado', 'recusado'))::int as feitos,
         count(distinct i.produto_id)::int as diferentes,
         (select count(*)::int from produtos p where p.empresa_id = $1 and p.id <> all ($3::uuid[])) as produtos,
         (select count(*)::int from (select from movimentos_estoque m where m.empresa_id = $1
            and m.produto_id <> all ($3::uuid[]) group by m.produto_id having count(*) > 1) twice) as entradas
       from importacao_itens i where i.empresa_id = $1 and i.importacao_id = $2`,
      [operator.empresaId, importacao, produtos],
    );
    if (!row) continue;
    const facts = `${ANUNCIOS} anuncios at Mercado Livre: ${JSON.stringify(row)}`;
    if (row.anuncios !== ANUNCIOS || row.feitos !== row.unidades)
      findings.push(`not all were imported: ${facts}`);
    else if (row.produtos !== row.diferentes || row.entradas > 0)
      findings.push(`something was doubled: ${facts}`);
  }
  return findings;
}

async function pedidos({ sql, standIn }: Site, houses: readonly House[]): Promise<string[]> {
  const findings: string[] = [];
  for (const { operator, seller } of houses) {
    const stored = await sql<{ id: string }>(
      'select id from pedidos where empresa_id = $1 and seller_id = $2',
      [operator.empresaId, String(seller)],
    );
    const have = stored.map(({ id }) => id);
    const wanted = new Set<string>();
    for await (const { id, tags } of standIn.orders<{ id: number; tags: string[] }>(seller))
      if (!tags.includes('test_order')) wanted.add(String(id));
    const missing = [...wanted].filter((id) => !have.includes(id));
    const unknown = have.filter((id, n) => !wanted.has(id) || have.indexOf(id) !== n);
    if (missing.length + unknown.length > 0)
      findings.push(`${seller}: ${missing.length} of ${wanted.size} missing, ${unknown.length} too many`);
  }
  return findings;
}

/** Downloads each export. Its size is the promised one, and its directory names each file once. */
async function exports(site: Site, houses: readonly House[]): Promise<string[]> {
  const findings: string[] = [];
  for (const { operator, exportacao } of houses) {
    const zip = await download(site, operator, exportacao ?? '');
    const { bytes } = await site.call<{ bytes: number }>(operator, 'GET', `/api/exportacoes/${exportacao}`);
    const names = namesIn(zip);
    if (zip.length !== bytes) findings.push(`${exportacao} has ${zip.length} bytes and promises ${bytes}`);
    if (names.length === 0 || new Set(names).size !== names.length)
      findings.push(`${exportacao} names its files ${names.join(', ')}`);
  }
  return findings;
}

/** Downloads the file. A link is valid once, so a server that was busy gets another one. */
async function download(site: Site, operator: Operator, id: string): Promise<Buffer> {
  for (let tries = 0; ; tries++) {
    await site.confirm(operator);
    const { status, text } = await site.ask(operator, 'POST', `/api/exportacoes/${id}/link`);
    if (status === 409) return Buffer.alloc(0);
    const { url } = JSON.parse(text) as { url?: string };
    const answer = url ? await fetch(`${site.api}${url}`, { headers: { cookie: operator.cookie } }) : null;
    if (answer?.ok) return Buffer.from(await answer.arrayBuffer());
    if (tries > 20) throw new Error(`the download was answered ${answer?.status}, its link ${status}`);
    await sleep(200);
  }
}

/** The names of the central directory of a ZIP. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = [];
  const mark = Buffer.from('PK\x01\x02', 'latin1');
  for (let at = zip.indexOf(mark); at >= 0; at = zip.indexOf(mark, at + 1))
    names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)));
  return names;
}

/**
 * A mail is sent at least once. A second one is allowed only where the attempt of a killed worker may have sent the
 * first: the relay had accepted it, and the worker had not noted it yet.
 */
async function mailFindings({ sql, mails }: Site, houses: readonly House[]) {
  const retries = new Map(
    (
      await sql<{ id: string; retries: number }>(
        "select data ->> 'id' as id, sum(retry_count)::int as retries from pgboss.job where name = 'convites.enviar' group by 1",
      )
    ).map(({ id, retries }) => [id, retries]),
  );
  const convites = houses.flatMap((house) => house.convites);
  const received = (email: string) => mails.get(email) ?? 0;
  const seconds = convites.filter(({ email }) => received(email) > 1);
  return {
    missing: convites.filter(({ email }) => received(email) === 0).map(({ email }) => email),
    doubled: seconds
      .filter(({ id, email }) => received(email) > 1 + (retries.get(id) ?? 0))
      .map(
        ({ id, email }) => `${email} got ${received(email)} mails in ${1 + (retries.get(id) ?? 0)} attempts`,
      ),
    size: `${seconds.length} second mails of killed workers`,
  };
}
