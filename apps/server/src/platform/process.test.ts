import { afterEach, expect, test } from 'vitest';
import { openLog } from './log.ts';
import { guardConsole } from './process.ts';

const { error, warn, log } = console;
afterEach(() => void Object.assign(console, { error, warn, log }));

test('an error that a library writes to the console is logged with its type, its code and its place', () => {
  const lines: string[] = [];
  guardConsole(openLog('warn', { write: (line) => void lines.push(line) }));
  console.error('connection failed', Object.assign(new TypeError('refused'), { code: 'ECONNREFUSED' }));
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'a library wrote to the console',
    err: {
      type: 'TypeError',
      code: 'ECONNREFUSED',
      message: 'refused',
      at: expect.arrayContaining([expect.stringContaining('process.test.ts')]),
    },
  });
});
