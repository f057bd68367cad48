import { TipoDeEvento } from '@prumo/contract/eventos.ts';
import { expect, test } from 'vitest';
import { eventoSentence } from './evento-words.ts';

test.each([
  ['identidade_confirmada', 'senha', 'Identidade confirmada com a senha'],
  ['identidade_confirmada', 'google', 'Identidade confirmada com Google'],
  ['novo_email_pedido', null, 'Troca de email pedida'],
] as const)('the event %s by %s reads: %s', (tipo, meio, sentence) => {
  expect(eventoSentence({ tipo, meio })).toBe(sentence);
});

test.each([null, '', 'passkey', 'constructor'])(
  'the unknown method %s falls back to the sentence without a method',
  (meio) => {
    expect(eventoSentence({ tipo: 'identidade_confirmada', meio })).toBe('Identidade confirmada');
    expect(eventoSentence({ tipo: 'entrada', meio })).toBe('Entrada');
  },
);

test.each(TipoDeEvento.options)('the sentence of %s is unique', (tipo) => {
  const sentence = eventoSentence({ tipo, meio: null });
  const same = TipoDeEvento.options.filter((each) => eventoSentence({ tipo: each, meio: null }) === sentence);
  expect(same).toEqual([tipo]);
});
