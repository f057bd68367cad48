import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS, choose } from './commands.ts';

test.each(COMMANDS)('prumo $name starts its main file with the arguments that follow', ({ name, count }) => {
  const args = Array.from({ length: count[1] }, (_, n) => `a${n}`);
  expect(choose([name, ...args])).toEqual({ run: name, args });
});

test.each([
  ['an unknown command', ['format'], /there is no command format\.[\s\S]*usage: prumo <command>/],
  ['no command', [], /usage: prumo <command>/],
  ['too few arguments', ['reset-two-step'], /usage: prumo reset-two-step <email>/],
  ['too many arguments', ['stock-check', 'now'], /usage: prumo stock-check/],
])('%s gives help and exit code 2', (_, args, words) => {
  expect(choose(args)).toEqual({ code: 2, help: expect.stringMatching(words) });
});

test.each([['help'], ['--help'], ['-h'], ['http', '--help']])(
  'prumo %s %s gives help and exit code 0',
  (...args) => {
    const chosen = choose(args);
    expect(chosen).toEqual({ code: 0, help: expect.stringContaining('exit codes: 0') });
    for (const { name, says } of COMMANDS) {
      expect('help' in chosen && chosen.help).toContain(`  ${name}`);
      expect('help' in chosen && chosen.help).toContain(says);
    }
  },
);

const prumo = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.prumo.ts'), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });

test('the process prints its help to the right place and ends with the exit code', () => {
  expect(prumo(['help'])).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('reseal') });
  expect(prumo(['format'])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('reseal'),
  });
});

test('a wrong setting ends the process with exit code 1, named, without a stack', () => {
  const { status, stderr } = prumo(['http'], { PUBLIC_URL: 'nowhere' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Wrong settings:[\s\S]*PUBLIC_URL/);
  expect(stderr).not.toMatch(/^\s+at .*\.ts:\d+/m);
});
