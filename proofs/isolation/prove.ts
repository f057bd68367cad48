import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Harness, openHarness } from '../../apps/server/src/testing/harness.ts';
import {
  CHECK_COUNT,
  catalogueFindings,
  guardedWrites,
  tenantTables,
} from '../../apps/server/src/testing/isolation/catalogue.ts';
import { membershipFindings } from '../../apps/server/src/testing/isolation/membership.ts';
import { rightFindings } from '../../apps/server/src/testing/isolation/model.ts';
import { papelFindings } from '../../apps/server/src/testing/isolation/papeis.ts';
import { probeFindings } from '../../apps/server/src/testing/isolation/probes.ts';
import { removalFindings } from '../../apps/server/src/testing/isolation/removal.ts';
import { tableFindings } from '../../apps/server/src/testing/isolation/rights.ts';
import { isProduct, routeFindings } from '../../apps/server/src/testing/isolation/routes.ts';
import { rowFindings } from '../../apps/server/src/testing/isolation/rows.ts';
import { openWorld } from '../../apps/server/src/testing/isolation/world.ts';
import { aRichEmpresa } from '../../apps/server/src/testing/rich-empresa.ts';
import type { Postgres } from '../../tools/postgres.ts';
import { prepareDatabase } from '../../tools/stack.ts';
import { isShort, numberArgOf, plantedOf, seed } from '../kit/arguments.ts';
import { countOf, figure, grouped, note, planted, show } from '../kit/figures.ts';
import { openStage, THROWAWAY } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { randomOf } from '../kit/random.ts';
import { DEFECTS, type Defect } from './defects.ts';

/**
 * Proves that an empresa never reaches the rows of another, and that nobody does what the papel does not allow. It
 * checks every table, role and function in PostgreSQL's catalogue, attacks every table as role `app` and as every papel,
 * calls every registered route as a stranger and as another empresa, and sends random probes to all routes. Then people
 * of every papel call every route from pages of their own, another and a former empresa. The tests run the same checks
 * (apps/server/src/testing).
 */
const PROBES = isShort ? 2_000 : 120_000;
/** `--probes=<number>` sets the number of calls by people of every papel. */
const PAPEL_PROBES = numberArgOf('probes') ?? (isShort ? 4_000 : 1_000_000);
const PLANTED_PROBES = 300;
const PLANTED_PAPEL_PROBES = 40_000;
const TEMPLATE = 'prumo';

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
  const routes = app.routeInventory.filter(isProduct);
  figure('tables that belong to an empresa', (await tenantTables(sql)).length);
  figure('routes', routes.length);
  show([
    countOf(
      'findings in the catalogue',
      await catalogueFindings(sql),
      `${CHECK_COUNT} checks over every table, role and function`,
    ),
    countOf(
      'findings in rows',
      await rowFindingsOf(harness, a),
      'five statements as role app on every table',
    ),
    countOf(
      'findings in routes',
      [...(await routeFindingsOf(harness, a)), ...rightFindings(routes)],
      'every route as a stranger and as another empresa, and its declared right',
    ),
    countOf(
      'findings in the rights of tables',
      await tableFindings(harness, a),
      `${(await guardedWrites(sql)).length} kinds of statement, each papel`,
    ),
    countOf(
      'findings in memberships',
      await membershipFindings(harness),
      'a convite used again after a removal, one answered for another person, and the last dono leaving past the routes',
    ),
  ]);
  const random = await timed(() => probeFindings(harness, a, PROBES));
  show([
    countOf(
      'random probes that leaked',
      random.findings,
      `${grouped(random.probes)} probes over ${random.routes} routes, ${random.rate}`,
    ),
  ]);
  const removals = await timed(() =>
    removalFindings(harness, isShort ? 'one papel per route' : 'every papel'),
  );
  show([
    countOf(
      'calls that outlived a membership, a papel or a session',
      removals.findings,
      `${grouped(removals.probes)} calls, ${removals.rate}`,
    ),
  ]);
  const world = await openWorld(harness);
  note(`the order and the bodies follow --seed=${seed}`);
  const people = await timed(() =>
    papelFindings(harness, world, { atMost: PAPEL_PROBES, random: randomOf(seed) }),
  );
  show([
    countOf(
      'wrong answers to people of every papel',
      people.findings,
      `${grouped(people.probes)} probes over ${grouped(people.combinations)} combinations, ${people.rate}`,
    ),
  ]);
  for (const [verdict, count] of Object.entries(people.expected))
    note(`${verdict}: ${grouped(count)} probes`);
  note(`${grouped(people.written)} writes succeeded, each in the empresa of its page`);
  await close();
}

async function findingsWith(postgres: Postgres, defect: Defect): Promise<string[]> {
  const { harness, a, world, close } = await open(postgres, defect);
  let findings: string[] = [];
  if (world) {
    const options = { atMost: PLANTED_PAPEL_PROBES, untilFound: true, random: randomOf(seed) };
    findings = (await papelFindings(harness, world, options)).findings;
  } else if (defect.foundBy === 'removals') {
    findings = (await removalFindings(harness, 'one papel per route')).findings;
  } else {
    for (const part of cheapParts(harness, a)) if (findings.length === 0) findings = await part();
  }
  await close();
  return findings;
}

/** The parts from the cheapest to the dearest. */
function cheapParts(harness: Harness, a: Rich): (() => Promise<string[]>)[] {
  return [
    () => catalogueFindings(harness.sql),
    async () => rightFindings(harness.app.routeInventory.filter(isProduct)),
    () => rowFindingsOf(harness, a),
    () => tableFindings(harness, a),
    () => routeFindingsOf(harness, a),
    () => membershipFindings(harness),
    async () => (await probeFindings(harness, a, PLANTED_PROBES)).findings,
  ];
}

async function timed<R extends { probes: number }>(run: () => Promise<R>): Promise<R & { rate: string }> {
  const began = performance.now();
  const result = await run();
  return { ...result, rate: `${Math.round(result.probes / ((performance.now() - began) / 1000))}/s` };
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
  const world = defect.foundBy === 'people' && (await openWorld(harness));
  if (defect.sql) await harness.sql(defect.sql);
  return { harness, a, world, close: harness.close };
}
