import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOOKUP_FAULT_KINDS } from '../../apps/sandbox/src/consultas/lookup-faults.ts';
import { startProduct } from '../../tools/product.ts';
import { seedDemo } from '../../tools/seed/demo.ts';
import { isShort, plantedOf } from '../kit/arguments.ts';
import { type Edit, withEdits } from '../kit/edits.ts';
import { figure, note, plantedBy, show, timeBar } from '../kit/figures.ts';
import { NO_LIMITS, openProduct, openStage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { openStandIn } from '../kit/stand-in.ts';
import { DEFECTS } from './defects.ts';
import { FORM_DEFECTS, proveForm, proveForms } from './forms.ts';
import { figuresOf, type Lookup, lookUpBroken, repeated, type Site } from './load.ts';

/**
 * Proves that a CEP or CNPJ lookup answers in time however the public services fail. One of them, two or all
 * of them fail in every known way. No lookup repeats a number. Each kind of fault gets a new http process,
 * because the circuit breakers of a process remember failures. Then the proof tries the forms of the built
 * web (run `pnpm build` first).
 */
/** The positions in SERVICES that fail together. */
const PLACES = [[2], [1], [0], [0, 1]];
/** The number of lookups for each kind of fault and each entry of PLACES. Half of them are CEPs. */
const LOOKUPS = isShort ? 4 : 42;
/** The short form tries a slow service and a truncated answer. */
const KINDS = isShort ? (['lento', 'truncado'] as const) : LOOKUP_FAULT_KINDS;
const ALL_OUT = isShort ? 4 : 8;
const REPEATED = isShort ? { numbers: 40, times: 10 } : { numbers: 200, times: 10 };

await prove(async (place) => {
  const stage = await openStage(place, { fsync: 'off' });
  const log = join(place.folder, 'server.log');
  const product = await openProduct(stage, { log, settings: { ...NO_LIMITS, LOG_LEVEL: 'info' } });
  const standIn = await openStandIn(place);
  const site: Site = { api: product.api, standIn, cookie: (await product.anOperator()).cookie };

  /** Starts an http process with these edits and runs a part of the proof against it. */
  async function serve<T>(part: (site: Site) => Promise<T>, edits: readonly Edit[] = []): Promise<T> {
    const http = await product.serve(withEdits(edits));
    const result = await part(site);
    await http.kill();
    return result;
  }

  const startBuilt = async () => {
    const built = await startProduct(place.port + 10);
    place.onEnd(built.stop);
    await seedDemo(built.postgres.url(built.database));
    return built;
  };

  const defects = plantedOf({ ...DEFECTS, ...FORM_DEFECTS });
  const isInServer = (name: string): name is keyof typeof DEFECTS => name in DEFECTS;
  for (const name of defects.filter(isInServer)) {
    const { edits, part, by } = DEFECTS[name];
    plantedBy(name, await serve(part, edits), by);
  }
  const inForms = defects.filter((name) => !isInServer(name));
  if (inForms.length > 0) {
    const built = await startBuilt();
    for (const name of inForms) plantedBy(name, await proveForm(built, name), FORM_DEFECTS[name].by);
  }
  if (defects.length > 0) return;
  const lookups = await proveFaults(serve);
  show(await serve((on) => repeated(on, REPEATED.numbers, REPEATED.times)));
  const built = await startBuilt();
  show(await proveForms(built));
  const logged = `${await readFile(log, 'utf8')}\n${await readFile(built.log, 'utf8')}`;
  figure('CEPs and CNPJs in the log', namedIn(logged, lookups), { exactly: 0 });
});

type Serve = <T>(part: (site: Site) => Promise<T>) => Promise<T>;

async function proveFaults(serve: Serve): Promise<Lookup[]> {
  const all: Lookup[] = [];
  const out: Lookup[] = [];
  for (const kind of KINDS)
    await serve(async (site) => {
      const lookups: Lookup[] = [];
      for (const places of PLACES) lookups.push(...(await lookUpBroken(site, kind, places, LOOKUPS)));
      show(figuresOf(kind, lookups));
      all.push(...lookups);
      out.push(...(await lookUpBroken(site, kind, [0, 1, 2], ALL_OUT)));
    });
  show(figuresOf('all services failing together', out));
  show(figuresOf('every kind of fault', all));
  figure('slowest lookup, ms', Math.round(Math.max(...[...all, ...out].map(({ ms }) => ms))), timeBar(5000));
  return [...all, ...out];
}

function namedIn(log: string, lookups: readonly Lookup[]): number {
  if (!log.includes('/api/consultas/'))
    throw new Error('The log of the server contains no request, so the search would prove nothing.');
  note(`${log.split('\n').length} lines of log, ${lookups.length} numbers`);
  // Compares whole words, because the decimals of a duration in the log may contain any eight digits.
  const words = new Set(log.split(/[^0-9A-Za-z]+/));
  return lookups.filter(({ numero }) => words.has(numero)).length;
}
