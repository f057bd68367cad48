import type { Tipo } from '@prumo/contract/movimentos.ts';

/** In the order they are offered; `done` is said afterwards. */
export const TIPO_WORDS: readonly { tipo: Tipo; word: string; done: string }[] = [
  { tipo: 'entrada', word: 'Entrada', done: 'Entrada registrada' },
  { tipo: 'saida', word: 'Saída', done: 'Saída registrada' },
  { tipo: 'ajuste', word: 'Ajuste', done: 'Ajuste registrado' },
  { tipo: 'transferencia', word: 'Transferência', done: 'Transferência registrada' },
];

export const tipoWord = (tipo: Tipo) => TIPO_WORDS.find((each) => each.tipo === tipo)?.word ?? tipo;
