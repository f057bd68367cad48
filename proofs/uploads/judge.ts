import sharp from 'sharp';
import { thumbnailOf } from '../../packages/contract/src/arquivos.ts';
import type { Problem } from '../../packages/contract/src/problem.ts';
import { isSentence } from '../kit/requests/sentence.ts';
import type { Hostile } from './corpus.ts';
import { webpChunksOf } from './pictures.ts';
import type { Answer } from './site.ts';

/** What is wrong with the answers and outputs of a run. */
interface Findings {
  answers: string[];
  outcomes: string[];
  outputs: string[];
  headers: string[];
}

export const noFindings = (): Findings => ({ answers: [], outcomes: [], outputs: [], headers: [] });

/** Judges the answer to an image, and the images that the media host then serves. */
export async function judge(found: Findings, hostile: Hostile, route: string, answer: Answer): Promise<void> {
  const label = `${hostile.family} to ${route}`;
  const { status, text } = answer;
  if (status !== 201) {
    const problem = refusalProblem(answer);
    if (problem) found.answers.push(`${label}: ${problem}`);
    if (hostile.must === 'accept')
      found.outcomes.push(`${label}: a valid image was refused: ${text.slice(0, 160)}`);
    return;
  }
  if (hostile.must === 'refuse') found.outcomes.push(`${label}: accepted`);
  const { url } = JSON.parse(text) as { url: string };
  for (const each of route.endsWith('fotos') ? [url, thumbnailOf(url)] : [url]) {
    const served = await fetch(each);
    const output = Buffer.from(await served.arrayBuffer());
    for (const problem of headerProblems(served)) found.headers.push(`${label}: ${problem}`);
    for (const problem of await outputProblems(output, hostile)) found.outputs.push(`${label}: ${problem}`);
  }
}

/** What is wrong with a refusal: it has a status of a refusal and a sentence in Portuguese. */
export function refusalProblem({ status, text }: Pick<Answer, 'status' | 'text'>): string | null {
  if (status >= 500 && status !== 503) return `answered ${status}`;
  if (status < 400) return `answered ${status}`;
  try {
    const { mensagem } = JSON.parse(text) as Problem;
    return isSentence(mensagem) ? null : `no sentence: ${JSON.stringify(mensagem)}`;
  } catch {
    return `answered ${status} without a problem document`;
  }
}

const HEADERS: Readonly<Record<string, RegExp>> = {
  'content-type': /^image\/webp$/,
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /default-src 'none'.*\bsandbox\b/,
  'content-disposition': /^inline; filename="[0-9a-f-]{36}(\.mini)?\.webp"$/,
  'referrer-policy': /^no-referrer$/,
};

function headerProblems({ status, headers }: Response): string[] {
  if (status !== 200) return [`the media host answered ${status}`];
  const wrong = Object.entries(HEADERS).filter(([name, form]) => !form.test(headers.get(name) ?? ''));
  const problems = wrong.map(([name]) => `${name}: ${headers.get(name)}`);
  return headers.get('set-cookie') ? [...problems, 'the media host sets a cookie'] : problems;
}

const PICTURE = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);
const MAX_SIDE = 1600;

/** What an output contains besides its picture. */
async function outputProblems(output: Buffer, { file, mark }: Pick<Hostile, 'file' | 'mark'>) {
  const problems: string[] = [];
  if (output.toString('latin1', 0, 4) !== 'RIFF' || output.toString('latin1', 8, 12) !== 'WEBP')
    return ['the output is not a WebP'];
  for (const { type } of webpChunksOf(output)) if (!PICTURE.has(type)) problems.push(`a chunk ${type}`);
  if (output.readUInt32LE(4) + 8 !== output.length) problems.push('bytes after the picture');
  const { exif, icc, xmp, iptc, pages, width, height } = await sharp(output).metadata();
  for (const [name, value] of Object.entries({ exif, icc, xmp, iptc, pages }))
    if (value !== undefined) problems.push(`it has ${name}`);
  if (Math.max(width, height) > MAX_SIDE) problems.push(`it is ${width} × ${height}`);
  if (output.includes(mark)) problems.push('it contains the text of the input');
  const shared = sharedBytes(file, output);
  if (shared) problems.push(`it contains bytes of the input: ${shared}`);
  return problems;
}

/** The length of a run of bytes that says that they were copied, and how many different bytes it has at least. */
const RUN = 24;
const DIFFERENT = 12;

/** A run of bytes that both files contain. Uniform runs, such as zeros, do not count. */
function sharedBytes(input: Buffer, output: Buffer): string | null {
  if (input.equals(output)) return 'all';
  const runs = new Set<string>();
  for (let at = 0; at + RUN <= output.length; at++) runs.add(output.toString('latin1', at, at + RUN));
  // Every run of twice the length contains one that begins at a multiple of it.
  for (let at = 0; at + RUN <= input.length; at += RUN) {
    const run = input.toString('latin1', at, at + RUN);
    if (runs.has(run) && new Set(run).size >= DIFFERENT) return Buffer.from(run, 'latin1').toString('hex');
  }
  return null;
}
