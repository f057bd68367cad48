import { isShort } from '../kit/arguments.ts';
import { countOf, grouped, type Measure, timeBar } from '../kit/figures.ts';
import type { Dice } from '../kit/random.ts';
import { corpusOf } from './corpus.ts';
import { judge, noFindings } from './judge.ts';
import { watchMemory } from './memory.ts';
import { baseOf } from './pictures.ts';
import type { Site } from './site.ts';

/** The routes that take an image. */
export const IMAGE_ROUTES = ['/api/arquivos/fotos', '/api/arquivos/logos'] as const;

const OCTETS = 'application/octet-stream';
const LIMIT_MS = 2000;
const LIMIT_MB = 300;
/**
 * After a refused image the product decodes the images of its empresa in one slow process, so that each few files come
 * from another empresa.
 */
const PER_EMPRESA = 5;

/** Uploads hostile images one after the other, alternately as a photo and as a logo. */
export async function images(site: Site, dice: Dice, count: number): Promise<Measure[]> {
  const found = noFindings();
  const slow: string[] = [];
  const statuses = new Map<number, number>();
  let [slowest, accepted, n] = [0, 0, 0];
  let operator = await site.anOperator();
  // The processes that a server starts with its first images are not growth.
  for (const route of IMAGE_ROUTES)
    await Promise.all([1, 2, 3].map(async () => site.post(operator, route, await baseOf('jpeg'), OCTETS)));
  const memory = await watchMemory(site.httpMb);
  for await (const hostile of corpusOf(dice, count)) {
    if (n++ % PER_EMPRESA === 0) operator = await site.anOperator();
    const route = IMAGE_ROUTES[n % 2] ?? IMAGE_ROUTES[0];
    memory.note(hostile.family);
    const answer = await site
      .post(operator, route, hostile.file, hostile.declared ?? OCTETS)
      .catch((error) => ({
        status: 0,
        text: String(error),
        ms: 0,
      }));
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 201) {
      accepted++;
      slowest = Math.max(slowest, answer.ms);
      if (answer.ms > LIMIT_MS) slow.push(`${hostile.family} to ${route}: ${Math.round(answer.ms)} ms`);
    }
    await judge(found, hostile, route, answer);
    if (site.dead().length > 0) break;
  }
  const { growth, at } = await memory.stop();
  const exits = await site.exits();
  const size = `${grouped(n)} files`;
  const answers = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
  return [
    countOf('processes that ended', site.dead(), size),
    countOf(
      'image processes that crashed',
      exits.filter((end) => end !== 'SIGKILL'),
      `${exits.length} ended by their limits`,
    ),
    countOf('refusals without a sentence in Portuguese', found.answers, answers),
    countOf('wrong outcomes of images', found.outcomes, size),
    countOf('images that were not re-encoded or carry metadata', found.outputs, `${accepted} accepted`),
    countOf('images served with wrong headers', found.headers, `${accepted} accepted`),
    {
      name: 'accepted images slower than 2 s',
      value: slow.length,
      bar: isShort ? timeBar(0) : { exactly: 0 },
      findings: slow,
      size: `slowest ${Math.round(slowest)} ms`,
    },
    { name: 'images accepted', value: accepted, bar: { min: Math.ceil(n / 10) }, size },
    {
      name: 'memory that http and its image processes grew by, MB',
      value: growth,
      bar: { max: LIMIT_MB },
      size: at,
    },
  ];
}
