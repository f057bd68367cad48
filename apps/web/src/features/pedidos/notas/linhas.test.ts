import type { EnvioDaNota, LeituraDaNota, ResultadoDaNota } from '@prumo/contract/notas.ts';
import { expect, test } from 'vitest';
import {
  answeredLinha,
  assignLinha,
  blockOf,
  isReady,
  type Linha,
  newLinha,
  readLinha,
  resumoOf,
  resumoText,
  withGuesses,
} from './linhas.ts';

const envio = (id: string): EnvioDaNota => ({
  ...{ id, conta_id: 'c', envio: `4${id}`, numero: `2${id}`, valor: '19.90', despachar_ate: null },
});
const nota = (chave: string) => ({
  ...{ chave, serie: '1', numero: chave, valor: '19.90', emitida_em: '2026-11-18T10:00:00Z' },
});
const leitura = (chave: string, more: Partial<LeituraDaNota> = {}): LeituraDaNota => ({
  ...{ nota: nota(chave), motivo: null, envio: null, sugestoes: [], ...more },
});
const linha = (id: string, read: LeituraDaNota): Linha =>
  readLinha(newLinha(id, new File(['<a/>'], `${id}.xml`)), read);
const SENT: ResultadoDaNota = {
  nota: { ...nota('1'), situacao: 'aceita', motivo: null, enviada_em: '' },
  previstos: [],
};

test('a note that names its parcel is ready, and one that is suggested waits for a person', () => {
  const [a, b] = withGuesses([
    linha('a', leitura('1', { envio: envio('1') })),
    linha('b', leitura('2', { sugestoes: [envio('2')] })),
  ]) as [Linha, Linha];
  expect([isReady(a, [a, b]), isReady(b, [a, b])]).toEqual([true, false]);
  expect(b.envio?.id).toBe('2');
  const agreed = assignLinha(b, b.envio);
  expect(isReady(agreed, [a, agreed])).toBe(true);
});

test('notes of the same value get different suggestions, and none that another note names', () => {
  const sugestoes = [envio('1'), envio('2'), envio('3')];
  const guess = (id: string) => linha(id, leitura(id, { sugestoes }));
  const rows = [guess('a'), guess('b'), linha('c', leitura('c', { envio: envio('1') })), guess('d')];
  expect(withGuesses(rows).map((each) => each.envio?.id)).toEqual(['2', '3', '1', undefined]);
});

test('a guess moves on when a note that is read later names its parcel', () => {
  const sugestoes = [envio('1'), envio('2')];
  const [guessed] = withGuesses([linha('a', leitura('1', { sugestoes }))]);
  expect(guessed?.envio?.id).toBe('1');
  const named = linha('b', leitura('2', { envio: envio('1') }));
  expect(withGuesses([guessed as Linha, named]).map((each) => each.envio?.id)).toEqual(['2', '1']);
});

test('the same note twice and a second file for a parcel are not sent', () => {
  const a = linha('a', leitura('1', { envio: envio('1') }));
  const twice = linha('b', leitura('1', { envio: envio('1') }));
  const second = linha('c', leitura('2', { envio: envio('1') }));
  const all = [a, twice, second];
  expect(all.map((each) => isReady(each, all))).toEqual([true, false, false]);
  expect(blockOf(twice, all)).toBe('É a mesma nota que a.xml.');
  expect(blockOf(second, all)).toBe('O arquivo a.xml já é deste pedido. Escolha outro pedido.');
});

test('a refused file gives its parcel back to another one', () => {
  const a = answeredLinha(linha('a', leitura('1', { envio: envio('1') })), {
    nota: null,
    previstos: ['valor'],
  });
  const b = linha('b', leitura('2', { envio: envio('1') }));
  expect(a.fase).toBe('recusada');
  expect(isReady(b, [a, b])).toBe(true);
});

test('a sent parcel takes no second file, in whatever order they are listed', () => {
  const a = linha('a', leitura('1', { envio: envio('1') }));
  const b = answeredLinha(linha('b', leitura('2', { envio: envio('1') })), SENT);
  expect(isReady(a, [a, b])).toBe(false);
});

test('a file that cannot be read says why and is never ready', () => {
  const a = linha('a', leitura('1', { nota: null, motivo: 'xml' }));
  expect([a.fase, a.motivos, isReady(a, [a])]).toEqual(['recusada', ['xml'], false]);
});

test('the summary counts each file once', () => {
  const ready = linha('a', leitura('1', { envio: envio('1') }));
  const rows = [
    ready,
    linha('b', leitura('2')),
    linha('c', leitura('3', { nota: null, motivo: 'lote' })),
    answeredLinha(linha('d', leitura('4', { envio: envio('4') })), SENT),
    { ...linha('e', leitura('5', { envio: envio('5') })), fase: 'falha' as const },
    { ...newLinha('f', new File([], 'f.xml')), fase: 'falha' as const },
  ];
  expect(resumoOf(rows)).toEqual({
    enviadas: 1,
    recusadas: 1,
    falhas: 2,
    escolher: 1,
    prontas: 2,
    naoLidas: 1,
  });
  expect(resumoText(resumoOf(rows))).toBe(
    '1 enviada, 1 pronta, 1 espera você escolher o pedido, 1 com problema, 2 sem resposta.',
  );
});
