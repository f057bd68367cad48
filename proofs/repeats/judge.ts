import { tenantTables } from '../../apps/server/src/testing/isolation/catalogue.ts';
import { countOf, grouped, type Measure } from '../kit/figures.ts';
import { type Noted, type Tally, UUID } from './lane.ts';
import { PREPARED, PREPARED_JOBS } from './left-out.ts';
import { type House, labelOf, type Site } from './site.ts';

/** Compares what the proof noted with the keys and the rows of the database. */
export async function judge(site: Site, tally: Tally): Promise<Measure[]> {
  const { noted, copies, differing, otherBodies, others, cuts } = tally;
  const accepted = noted.filter(({ status }) => status < 300);
  const keys = new Map(
    (
      await site.sql<{ key: string; wrote: boolean }>(
        `select k.empresa_id || ' ' || k.id as key, exists (select from historico h
           where h.empresa_id = k.empresa_id and h.created_at = k.created_at) as wrote from idempotency_keys k`,
      )
    ).map(({ key, wrote }) => [key, wrote]),
  );
  const hasWritten = ({ empresaId, key }: Noted) => keys.get(`${empresaId} ${key}`);
  const unstored = accepted.filter((each) => hasWritten(each) === undefined);
  // A refused movimento stores its refusal and writes nothing else, so that a repeated one gets the same answer.
  const refused = noted.filter((each) => each.status >= 300 && hasWritten(each));
  return [
    countOf('answers that differ between the copies of a request', differing, `${grouped(copies)} copies`),
    countOf(
      'writes outside the transaction of their key',
      await unkeyed(site, tally.houses),
      `${grouped(accepted.length)} accepted requests`,
    ),
    countOf('records that no answer names', await unnamed(site, tally), `${tally.houses.length} empresas`),
    countOf('accepted requests without a stored key', unstored.map(describe)),
    countOf('refused requests that changed a record', refused.map(describe)),
    countOf('keys that accept another body', otherBodies.accepted, `${grouped(otherBodies.sent)} tried`),
    countOf('keys of an empresa that another one sees', others.shown, `${grouped(others.sent)} tried`),
    { name: 'cuts in a request', value: cuts.request, bar: { min: noted.length / 4 } },
    { name: 'cuts in an answer', value: cuts.answer, bar: { min: noted.length / 4 } },
  ];
}

const describe = (noted: Noted) => `${labelOf(noted.route)}: ${noted.answer.slice(0, 200)}`;

/**
 * Rows that a transaction wrote which stored no key. `created_at` is the start of the transaction, and a key is a row of
 * the transaction of its change, so both have the same instant to the microsecond. This finds an effect that happened
 * twice, whatever table it changed: the second transaction has no key of its own. Jobs in the queue count as rows.
 */
async function unkeyed({ sql }: Site, houses: readonly House[]): Promise<string[]> {
  const tables = (
    await sql<{ name: string; column: string }>(
      `select table_name as name, column_name as column from information_schema.columns
       where table_schema = 'public' and column_name = 'created_at' and column_default = 'now()' and table_name = any ($1)`,
      [
        (
          await tenantTables(sql)
        ).filter((table) => table !== 'idempotency_keys' && !PREPARED.includes(table)),
      ],
    )
  ).map(({ name }) => name);
  const findings: string[] = [];
  for (const table of [...tables, 'jobs']) {
    const [source, at, own] =
      table === 'jobs' ? ['pgboss.job', 'created_on', 'group_id'] : [table, 'created_at', 'empresa_id::text'];
    const lines = await sql<{ line: string }>(
      `select left(to_jsonb(t)::text, 300) as line from ${source} t
       join unnest($1::uuid[], $2::timestamptz[]) h (id, since) on t.${own} = h.id::text and t.${at} > h.since
       where not exists (select from idempotency_keys k where k.empresa_id = h.id and k.created_at = t.${at})
         ${table === 'jobs' ? 'and t.name <> all ($3::text[])' : 'and $3::text[] is not null'}
       limit 100`,
      [houses.map(({ actor }) => actor.empresaId), houses.map(({ since }) => since), PREPARED_JOBS],
    );
    findings.push(...lines.map(({ line }) => `${table}: ${line}`));
  }
  return findings;
}

/** The tables whose records are created by one request each, which answers with the id. */
const REGISTERS = [
  'marcas',
  'categorias',
  'fornecedores',
  'clientes',
  'vendedores',
  'depositos',
  'produtos',
  'arquivos',
];

/**
 * Records that the requests created although no answer names them: one of two effects of the same request. An upload
 * whose copy was slower may leave an image. Its job removes it after a day, so only an image without that job counts.
 */
async function unnamed({ sql }: Site, { noted, houses }: Tally): Promise<string[]> {
  const named = new Set(noted.flatMap(({ answer }) => answer.match(UUID) ?? []));
  const findings: string[] = [];
  for (const table of REGISTERS) {
    const rows = await sql<{ id: string }>(
      `select t.id from ${table} t join unnest($1::uuid[], $2::timestamptz[]) h (id, since)
       on t.empresa_id = h.id and t.created_at > h.since`,
      [houses.map(({ actor }) => actor.empresaId), houses.map(({ since }) => since)],
    );
    findings.push(...rows.filter(({ id }) => !named.has(id)).map(({ id }) => `${table}: ${id}`));
  }
  const kept = await sql<{ id: string }>(
    `select a.id from arquivos a where not exists (select from pgboss.job j
       where j.name = 'arquivos.remover' and j.state = 'created' and j.data ->> 'arquivo_id' = a.id::text)`,
  );
  findings.push(...kept.filter(({ id }) => !named.has(id)).map(({ id }) => `arquivos: ${id}`));
  return findings;
}
