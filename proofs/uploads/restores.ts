import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countOf, type Measure } from '../kit/figures.ts';
import { type Dice, diceOf } from '../kit/random.ts';
import { isSentence } from '../kit/requests/sentence.ts';
import { refusalProblem } from './judge.ts';
import { watchMemory } from './memory.ts';
import type { Site } from './site.ts';
import { type HostileZip, zipsOf } from './zips.ts';

/** The route that takes a ZIP, piece by piece. */
export const ZIP_ROUTE = '/api/restauracoes/:id/pedacos';

const LIMIT_MB = 300;
/** How many people restore at the same time. */
const LANES = 4;

/** Restores hostile ZIPs, each into an empty empresa of its own. */
export async function restores(site: Site, dice: Dice, count: number): Promise<Measure[]> {
  const [refusals, outcomes]: [string[], string[]] = [[], []];
  const marks: string[] = [];
  // The processes that a worker starts with its first photos are not growth.
  const { value: valid } = await zipsOf(diceOf(0), 1).next();
  await Promise.all(
    Array.from({ length: LANES }, async () => site.restore(await site.anOperator(), valid.file)),
  );
  const memory = await watchMemory(site.workerMb);
  const zips = zipsOf(dice, count);
  let accepted = 0;
  async function lane(): Promise<void> {
    for (let next = await zips.next(); !next.done; next = await zips.next()) {
      const zip: HostileZip = next.value;
      memory.note(zip.family);
      if (zip.must === 'refuse') marks.push(zip.mark);
      const end = await site.restore(await site.anOperator(), zip.file);
      if ('ms' in end) {
        const problem = refusalProblem(end);
        if (problem) refusals.push(`${zip.family}: ${problem}`);
        if (zip.must === 'accept') outcomes.push(`${zip.family}: ${end.text.slice(0, 160)}`);
        continue;
      }
      const { situacao, aviso } = end;
      const isRefused = situacao === 'recusada' || situacao === 'falhou';
      if (situacao === 'concluida') accepted++;
      if (isRefused && !isSentence(aviso ?? '')) refusals.push(`${zip.family}: ${aviso}`);
      if (isRefused !== (zip.must === 'refuse')) outcomes.push(`${zip.family}: ${situacao}, ${aviso}`);
      if (site.dead().length > 0) return;
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  const { growth, at } = await memory.stop();
  const crashed = (await site.exits()).filter((end) => end !== 'SIGKILL');
  const size = `${count} ZIPs`;
  return [
    countOf('processes that ended', site.dead(), size),
    countOf('image processes that crashed', crashed, size),
    countOf('refusals of a ZIP without a sentence in Portuguese', refusals, size),
    countOf('wrong outcomes of ZIPs', outcomes, size),
    countOf(
      'objects outside the store, or images of a ZIP that were not re-encoded',
      await leaks(site, marks),
      size,
    ),
    { name: 'ZIPs restored', value: accepted, bar: { min: Math.floor(count / 12) } },
    {
      name: 'memory that the worker and its image processes grew by, MB',
      value: growth,
      bar: { max: LIMIT_MB },
      size: at,
    },
  ];
}

/** The kinds of objects that the product stores. A path in a ZIP must not lead to another place. */
const PLACES = /^(publico|privado|restauracoes|exportacoes)\//;

async function leaks(site: Site, marks: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const root = join(site.files, '/');
  for (const path of await site.stored()) {
    if (!path.startsWith(root) || !PLACES.test(path.slice(root.length))) found.push(`a file at ${path}`);
    if (!path.includes('/publico/')) continue;
    const content = await readFile(path, 'latin1');
    if (marks.some((mark) => content.includes(mark))) found.push(`${path} contains a text of its ZIP`);
  }
  return found;
}
