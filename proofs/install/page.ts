import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../tools/stack.ts';
import { countOf, note, show } from '../kit/figures.ts';
import { shellBlocks } from './blocks.ts';
import type { Machine } from './machine.ts';

/** The address that the pages use. */
export const ORIGIN = 'https://prumo.exemplo.com.br';
export const READY = `curl -sS --retry 60 --retry-delay 1 --retry-all-errors --fail -o /dev/null ${ORIGIN}/readyz`;

/** Runs the shell blocks of a page word for word, and returns the seconds that they took. */
export async function follow(
  page: string,
  machine: Machine,
  options: {
    /** Says that the proof has done the step of a block itself. */
    skip?: (heading: string) => boolean;
    /** Does what the world around the machine does before a step. Its time does not count. */
    before?: (heading: string) => void;
    /** Shows what the machine knows about a failure. */
    explain?: string;
  },
): Promise<number> {
  let seconds = 0;
  for (const { heading, text } of shellBlocks(await readFile(join(ROOT, page), 'utf8'))) {
    if (options.skip?.(heading)) continue;
    options.before?.(heading);
    const began = Date.now();
    const { code, said } = machine.try(text);
    if (code !== 0)
      throw new Error(
        `${heading} ended with ${code}:\n${said}\n${options.explain ? machine.try(options.explain).said : ''}`,
      );
    seconds += (Date.now() - began) / 1000;
    note(`${heading}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  return seconds;
}

/** The shell block under a heading. */
export async function blockUnder(page: string, heading: string): Promise<string> {
  const blocks = shellBlocks(await readFile(join(ROOT, page), 'utf8'));
  const found = blocks.find((each) => each.heading === heading);
  if (!found) throw new Error(`${page} has no shell block under "${heading}"`);
  return found.text;
}

export function showDoctor(said: string): void {
  const lines = said.split('\n').filter((line) => /^(ok|warn|fail) /.test(line));
  const startingWith = (verdict: string) => lines.filter((line) => line.startsWith(verdict));
  show([
    { ...countOf('checks of the doctor that ran', []), value: lines.length, bar: { exactly: CHECKS } },
    countOf('checks of the doctor that fail', startingWith('fail')),
    countOf(
      'checks of the doctor that warn of something else than missing backups',
      startingWith('warn').filter((line) => !UNTIL_BACKUPS.test(line)),
    ),
  ]);
}

/** The rows of the table in docs/operations.md, "Doctor". */
const CHECKS = 22;
/** The page installs no backups. docs/operations.md does. */
const UNTIL_BACKUPS = /^warn +(archive|backups) /;

/** Signs up, signs in and stores an image over TLS, with visit.ts on the machine. */
export function firstVisit(machine: Machine, node: string, mails = 'http://127.0.0.1:8025'): string[] {
  const { code, said } = machine.try(
    `NODE_USE_SYSTEM_CA=1 SSL_CERT_DIR=/etc/ssl/certs ${node} /root/visit.ts ${ORIGIN} ${mails}`,
  );
  if (code !== 0) return [said];
  const last = said.trim().split('\n').at(-1) ?? '{}';
  const found = JSON.parse(last) as Record<string, unknown>;
  const wanted = {
    situacao: 'entrou',
    email: 'ana@exemplo.com.br',
    marca: 'Primeira',
    image: 200,
    type: 'image/webp',
    page: 200,
  };
  return Object.entries(wanted).flatMap(([name, value]) =>
    found[name] === value ? [] : [`${name} is ${found[name]}, not ${value}`],
  );
}
