import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Harness, openHarness } from '../../apps/server/src/testing/harness.ts';
import {
  CHECK_COUNT,
  catalogueFindings,
  tenantTables,
} from '../../apps/server/src/testing/isolation.catalogue.ts';
import { probeFindings } from '../../apps/server/src/testing/isolation.probes.ts';
import { isProduct, routeFindings } from '../../apps/server/src/testing/isolation.routes.ts';
import { rowFindings } from '../../apps/server/src/testing/isolation.rows.ts';
import { aRichEmpresa } from '../../apps/server/src/testing/rich-empresa.ts';
import { marcas } from '../../packages/contract/src/marcas.ts';
import type { Postgres } from '../../tools/postgres.ts';
import { prepareDatabase } from '../../tools/stack.ts';
import { isShort, plantedOf } from '../kit/arguments.ts';
import { figure, note, planted } from '../kit/figures.ts';
import { openStage, THROWAWAY } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';

/**
 * Proves that an empresa never reaches the rows of another. It checks every table, role and function in
 * PostgreSQL's catalogue, attacks every table as role `app`, calls every registered route as a stranger and
 * as another empresa, and sends random probes to all routes. The tests run the same checks
 * (apps/server/src/testing).
 */
const PROBES = isShort ? 2_000 : 120_000;
const PLANTED_PROBES = 300;
const TEMPLATE = 'prumo';

interface Defect {
  sql?: string;
  routes?: (harness: Harness) => void;
}

const DEFECTS = {
  'policy-dropped': { sql: 'drop policy "an empresa sees its own marcas" on marcas' },
  'using-true': { sql: 'create policy plantada on marcas for select to app using (true)' },
  'with-check-true': {
    sql: 'create policy plantada on marcas for update to app using (empresa_id = current_empresa()) with check (true)',
  },
  'not-forced': { sql: 'alter table marcas no force row level security' },
  'plain-foreign-key': {
    sql: `alter table marcas add constraint marcas_id_key unique (id);
      create table plantadas (
        empresa_id uuid not null references empresas (id), id uuid not null default uuidv7(), marca_id uuid references marcas (id),
        primary key (empresa_id, id));
      alter table plantadas enable row level security;
      alter table plantadas force row level security;
      create policy plantada on plantadas to app using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());
      grant select, insert, update, delete on plantadas to app;
      insert into plantadas (empresa_id, marca_id) select empresa_id, id from marcas`,
  },
  'security-definer': {
    sql: `create function plantada() returns setof marcas language sql security definer set search_path = pg_catalog
      as 'select * from public.marcas';
      revoke execute on function plantada() from public;
      grant execute on function plantada() to app`,
  },
  'route-without-tenant': {
    routes: ({ app, sql }) =>
      app.route({
        ...marcas.trash,
        url: '/api/plantadas',
        config: { auth: 'session', tenant: false, cost: 'read' },
        // Sends a string, so that the response schema of the contract does not remove the rows.
        handler: async (_request, reply) =>
          reply.send(JSON.stringify(await sql('select * from marcas')) as never),
      }),
  },
} satisfies Record<string, Defect>;

await prove(async (place) => {
  const { postgres } = await openStage(place, THROWAWAY);
  await prepareDatabase(postgres, TEMPLATE);
  const defects = plantedOf(DEFECTS);
  if (defects.length === 0) await proveIsolation(postgres);
  else for (const name of defects) planted(name, await findingsWith(postgres, DEFECTS[name]));
});

async function proveIsolation(postgres: Postgres): Promise<void> {
  const { harness, a, close } = await open(postgres);
  const { app, sql } = harness;
  figure('tables that belong to an empresa', (await tenantTables(sql)).length);
  figure('routes', app.routeInventory.filter(isProduct).length);
  const catalogue = await catalogueFindings(sql);
  figure(
    'findings in the catalogue',
    catalogue.length,
    { exactly: 0 },
    `${CHECK_COUNT} checks over every table, role and function`,
  );
  const rows = await rowFindingsOf(harness, a);
  figure('findings in rows', rows.length, { exactly: 0 }, 'five statements as role app on every table');
  const routes = await routeFindingsOf(harness, a);
  figure(
    'findings in routes',
    routes.length,
    { exactly: 0 },
    'every route as a stranger and as another empresa',
  );
  const began = performance.now();
  const probes = await probeFindings(harness, a, PROBES);
  const perSecond = probes.probes / ((performance.now() - began) / 1000);
  figure(
    'random probes that leaked',
    probes.findings.length,
    { exactly: 0 },
    `${probes.probes} probes over ${probes.routes} routes, ${Math.round(perSecond)}/s`,
  );
  for (const finding of [...catalogue, ...rows, ...routes, ...probes.findings]) note(finding);
  await close();
}

async function findingsWith(postgres: Postgres, defect: Defect): Promise<string[]> {
  const { harness, a, close } = await open(postgres, defect);
  const findings = [
    ...(await catalogueFindings(harness.sql)),
    ...(await rowFindingsOf(harness, a)),
    ...(await routeFindingsOf(harness, a)),
    ...(await probeFindings(harness, a, PLANTED_PROBES)).findings,
  ];
  await close();
  return findings;
}

type Rich = Awaited<ReturnType<typeof aRichEmpresa>>;

async function rowFindingsOf(harness: Harness, a: Rich): Promise<string[]> {
  const b = await harness.anEmpresa();
  return rowFindings({ sql: harness.sql, appUrl: harness.url('app'), a: a.empresaId, b: b.empresaId });
}

function routeFindingsOf({ app, sql, stranger, anEmpresa }: Harness, a: Rich): Promise<string[]> {
  return routeFindings({ app, sql, stranger: stranger(), a, aStrangerInside: () => anEmpresa() });
}

/** Opens the application on a fresh copy of the migrated database, with an empresa that has records of every kind. */
async function open(postgres: Postgres, defect: Defect = {}) {
  const database = `t_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: postgres.url('postgres') });
  await admin.connect();
  await admin.query(`create database ${database} template ${TEMPLATE} owner owner`);
  await admin.end();
  const harness = await openHarness((role) => postgres.url(database, role));
  defect.routes?.(harness);
  const a = await aRichEmpresa(harness, `canario-${randomUUID()}`);
  if (defect.sql) await harness.sql(defect.sql);
  return { harness, a, close: harness.close };
}
