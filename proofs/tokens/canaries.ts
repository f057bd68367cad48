import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Measure } from '../kit/figures.ts';
import type { Operator } from '../kit/product.ts';
import { type Found, search } from './search.ts';
import type { Conta, Site } from './site.ts';

const DAY_MS = 86_400_000;
/** Faults that interrupt the issue of a token. The product logs such errors, so they may leak a token. */
const FAULTS = ['500', 'fora-depois', 'truncado', '401', '403', '429-texto'];

/**
 * Fails to connect a conta, connects, synchronises and analyses it, loses the grant, and connects, moves and
 * disconnects it. Then it searches what the product stored, logged, answered or sent to PostgreSQL for
 * tokens.
 */
export async function leak(site: Site, options: { orders: number; disk: boolean }): Promise<Measure[]> {
  await live(site, options.orders);
  const { found, looked } = await search(site, options);
  const issued = await site.issued();
  const size = `${looked.tables} tables, ${looked.columns} columns, ${looked.rows} rows; ${mib(looked.logBytes)} of logs, ${mib(looked.wireBytes)} of traffic with PostgreSQL, ${mib(looked.diskBytes)} of files; ${looked.answers} answers`;
  const teeth = await bite(site, issued.find((each) => each.startsWith('APP_USR-')) ?? '', options);
  return [
    {
      name: 'tokens, codes and secrets found in the clear',
      value: found.length,
      bar: { exactly: 0 },
      size,
      findings: found.map(({ where, what }) => `${what} in ${where}`),
    },
    { name: 'tokens and codes that Mercado Livre issued', value: issued.length, bar: { min: 10 } },
    { name: 'rows searched', value: looked.rows, bar: { min: 1000 } },
    { name: 'bytes of traffic with PostgreSQL searched', value: looked.wireBytes, bar: { min: 100_000 } },
    {
      name: 'places where the search misses a planted token',
      value: teeth.missed.length,
      bar: { exactly: 0 },
      size: `${teeth.planted} places`,
      findings: teeth.missed,
    },
  ];
}

const mib = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(2)} MiB`;

/** Connects, analyses, moves and disconnects the account of a seller, among faults of Mercado Livre. */
async function live(site: Site, orders: number): Promise<void> {
  const [ana, bruno] = [await site.anOperator(), await site.anOperator()];
  const seller = await site.aSeller(orders);
  for (const fault of FAULTS) {
    await site.standIn.misbehave({ 'mercado-livre': fault, rota: `POST /oauth/token ${seller}` });
    const body = await site.authorize(ana, seller);
    await site.call(ana, 'POST', '/api/contas', body);
    await site.call(ana, 'POST', '/api/contas', body);
    await site.sql("update marketplaces.marketplace_budget set paused_until = '-infinity'");
  }
  await site.standIn.behave();
  const conta = await site.connect(ana, seller);
  await site.standIn.misbehave({ 'mercado-livre': '500', rota: `GET /orders/search ${seller}`, vezes: 2 });
  await analyse(site, ana, conta);
  await site.standIn.control('POST', `/vendedores/${seller}/senha`);
  await analyse(site, ana, conta);
  await site.connect(ana, seller);
  const { body: held } = await site.call<{ conexao?: string }>(
    bruno,
    'POST',
    '/api/contas',
    await site.authorize(bruno, seller),
  );
  await site.sql('update auth.sessions set confirmed_at = now() where user_id = $1', [bruno.userId]);
  const moved = await site.call<{ id: string }>(
    bruno,
    'POST',
    `/api/contas/conexoes/${held.conexao}/mover`,
    {},
  );
  if (moved.status !== 201) throw new Error(`the conta was not moved: ${JSON.stringify(moved.body)}`);
  await site.call(bruno, 'DELETE', `/api/contas/${moved.body.id}`);
  await until(async () => {
    const rows = await site.sql('select from mercado_livre_tokens where conta_id = $1', [moved.body.id]);
    return rows.length === 0;
  }, 'the grant was not revoked');
}

/** Waits until the pedidos are synchronised or the conta has lost its grant. */
async function analyse(site: Site, operator: Operator, conta: Conta): Promise<void> {
  const now = Date.now();
  const body = {
    accountId: conta.contaId,
    dateFrom: new Date(now - 30 * DAY_MS).toISOString(),
    dateTo: new Date(now).toISOString(),
  };
  await until(async () => {
    const { body: analysed } = await site.call<{ sincronia?: { sincronizado_ate: string | null } }>(
      operator,
      'POST',
      '/api/analises',
      body,
    );
    return (
      Boolean(analysed.sincronia?.sincronizado_ate) || (await site.rowOf(conta)).situacao === 'reconectar'
    );
  }, 'the pedidos were not synchronised');
}

async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(otherwise);
    await sleep(200);
  }
}

/**
 * Plants a token in each kind of place that the search covers, and returns the places in which the search
 * does not find it.
 */
async function bite(site: Site, token: string, options: { disk: boolean }) {
  const bytes = `\\x${Buffer.from(token).toString('hex')}`;
  await site.sql(`begin; set local session_replication_role = replica;
    update mercado_livre_config set nickname = '${token}'
    where (empresa_id, id) = (select empresa_id, id from mercado_livre_config limit 1); commit`);
  await site.sql('insert into pgboss.job_common (name, data) select name, $1 from pgboss.queue limit 1', [
    JSON.stringify({ token }),
  ]);
  await site.sql('create schema toca');
  await site.sql('create unlogged table toca.fundo (valor bytea)');
  await site.sql('insert into toca.fundo values ($1)', [bytes]);
  await site.sql(
    `create materialized view toca.copia as select '${Buffer.from(token).toString('base64')}' as valor`,
  );
  await site.sql('select lo_from_bytea(0, $1)', [bytes]);
  const overheard = new pg.Client({ connectionString: site.wire.over(site.adminUrl) });
  await overheard.connect();
  await overheard.query('select $1::text', [token]);
  await overheard.end();
  await appendFile(site.log, `{"msg":"${token}"}\n`);
  site.answers.push(`{"token":"${token}"}`);
  const { found } = await search(site, options);
  const places: [string, (found: Found) => boolean][] = [
    ['a column of text', ({ where }) => where === 'table mercado_livre_config'],
    ['a job', ({ where }) => where.startsWith('table pgboss.')],
    ['bytes in another schema', ({ where }) => where === 'table toca.fundo'],
    ['base64 in a materialized view', ({ where }) => where === 'table toca.copia'],
    ['a large object', ({ where }) => where === 'table pg_largeobject'],
    ['a value of a statement', ({ where }) => where.startsWith('the traffic')],
    ['a line of log', ({ where }) => where.startsWith('the log')],
    ['an answer', ({ where }) => where.startsWith('an answer')],
    ...(options.disk
      ? [['a file', ({ where }: Found) => where.startsWith('a file')] as [string, (found: Found) => boolean]]
      : []),
  ];
  const missed = places.filter(([, isThere]) => !found.some(isThere)).map(([name]) => name);
  return { planted: places.length, missed };
}
