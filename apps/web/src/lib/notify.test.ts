import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { problemOf } from './api.ts';
import { notifyFailure } from './notify.ts';
import { currentToasts } from './toasts.ts';

const SRC = join(import.meta.dirname, '..');

afterEach(() => void vi.restoreAllMocks());

test('[NAV-23] a shown failure is logged with the data that locates it in the server log', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const body = { codigo: 'conflict', mensagem: 'Já existe.', pedido: 'p-1' };
  notifyFailure('Erro', 'Erro ao salvar marca', problemOf(409, body));
  expect(currentToasts()[0]).toMatchObject({ type: 'error', title: 'Erro' });
  expect(logged).toHaveBeenCalledExactlyOnceWith('Erro', 'Erro ao salvar marca', {
    codigo: 'conflict',
    status: 409,
    pedido: 'p-1',
  });
});

test('[NAV-22] [NAV-23] only notify.ts shows toasts, so every shown failure is logged', () => {
  const callers = globSync('**/*.{ts,tsx}', { cwd: SRC })
    .filter((name) => !name.endsWith('.test.ts'))
    .filter((name) => /\bshowToast\(/.test(readFileSync(join(SRC, name), 'utf8')));
  expect(callers).toEqual(['lib/notify.ts']);
  const notify = readFileSync(join(SRC, 'lib/notify.ts'), 'utf8');
  expect(notify.match(/type: 'error'/g)).toHaveLength(1);
});
