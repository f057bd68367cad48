import { TipoDeEvento } from '@prumo/contract/eventos.ts';
import { expect, test } from 'vitest';
import { eventoSentence } from './evento-words.ts';

test.each([
  ['identidade_confirmada', 'senha', 'Identidade confirmada com a senha'],
  ['identidade_confirmada', 'google', 'Identidade confirmada com Google'],
  ['novo_email_pedido', null, 'Troca de email pedida'],
] as const)('%s by %s: %s', (tipo, meio, sentence) => {
  expect(eventoSentence({ tipo, meio })).toBe(sentence);
});

test.each([null, '', 'passkey', 'constructor'])('%s as a way is told by the plain sentence', (meio) => {
  expect(eventoSentence({ tipo: 'identidade_confirmada', meio })).toBe('Identidade confirmada');
  expect(eventoSentence({ tipo: 'entrada', meio })).toBe('Entrada');
});

test.each(TipoDeEvento.options)('%s has a sentence of its own', (tipo) => {
  const sentence = eventoSentence({ tipo, meio: null });
  const same = TipoDeEvento.options.filter((each) => eventoSentence({ tipo: each, meio: null }) === sentence);
  expect(same).toEqual([tipo]);
});
