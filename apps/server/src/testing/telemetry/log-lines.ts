import { mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * Redirects the logs that this file opens from now on, and returns a function that reads them. Other test files run in
 * the same process, so the real standard output comes back afterwards. The file stays open, because a log may still
 * write to it.
 */
export function redirectLogs(): () => string {
  const logFile = join(mkdtempSync(join(tmpdir(), 'prumo-log-')), 'log');
  const stdout = Object.getOwnPropertyDescriptor(process.stdout, 'fd');
  Object.defineProperty(process.stdout, 'fd', { value: openSync(logFile, 'a'), configurable: true });
  afterAll(() => {
    if (stdout) Object.defineProperty(process.stdout, 'fd', stdout);
    else Reflect.deleteProperty(process.stdout, 'fd');
  });
  return () => readFileSync(logFile, 'utf8');
}

export interface LogLine {
  msg: string;
  reqId?: string;
  trace?: string;
  empresa?: string;
  user?: string;
  job?: { kind: string; id: string };
}

export const linesOf = (text: string): LogLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
