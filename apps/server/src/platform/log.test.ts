import { expect, test } from 'vitest';
import * as z from 'zod';
import { linesOf } from '#testing/telemetry/log-lines.ts';
import { AppError } from './errors.ts';
import { describeError, openLog } from './log.ts';
import { inContext, noteInContext, withContext } from './log-context.ts';

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return expect.unreachable('nothing was thrown');
};

test('the log of an error names its class and code, and quotes no value', () => {
  const errors = [
    new AppError('conflict', 'Este movimento já foi desfeito por Ana Souza.'),
    thrownBy(() => JSON.parse('{"nome": Ana Souza}')),
    thrownBy(() => z.object({ nome: z.literal('x') }).parse({ nome: 'Ana Souza' })),
    Object.assign(new Error('duplicate key: Ana Souza'), { code: '23505', routine: '_bt_check_unique' }),
  ];
  const described = errors.map(describeError) as { type: string; code?: string; broken?: string[] }[];
  expect(described.map(({ type, code, broken }) => [type, code, broken])).toEqual([
    ['AppError', 'conflict', undefined],
    ['SyntaxError', undefined, undefined],
    ['ZodError', undefined, ['invalid_value']],
    ['Error', '23505', undefined],
  ]);
  expect(JSON.stringify(described)).not.toContain('Souza');
});

test('a line says in which request, trace, empresa and job it was written', () => {
  const written: string[] = [];
  const log = openLog('info', { write: (line) => void written.push(line) });
  const job = { kind: 'marcas.varrer', id: 'j1', attempt: 2 };
  inContext({ reqId: 'r1', trace: 't1' }, () => {
    log.info('first');
    noteInContext({ empresa: 'e1', user: 'u1' });
    log.child({ reqId: 'r1' }).info('second');
    withContext({ empresa: 'e2' }, () => log.info('third'));
  });
  inContext({ trace: 't2', job }, () => log.info('fourth'));
  log.info('fifth');
  expect(
    linesOf(written.join('')).map(({ msg, reqId, trace, empresa, user, job: of }) => [
      ...[msg, reqId, trace, empresa, user, of],
    ]),
  ).toEqual([
    ['first', 'r1', 't1', undefined, undefined, undefined],
    ['second', 'r1', 't1', 'e1', 'u1', undefined],
    ['third', 'r1', 't1', 'e2', 'u1', undefined],
    ['fourth', undefined, 't2', undefined, undefined, job],
    ['fifth', undefined, undefined, undefined, undefined, undefined],
  ]);
  expect(written[1]?.match(/reqId/g)).toHaveLength(1);
});
