import type { Tipo } from '@prumo/contract/movimentos.ts';

/** In the order they are offered; `done` is said afterwards, `undone` of what took one back. */
export const TIPO_WORDS: readonly { tipo: Tipo; word: string; done: string; undone: string }[] = [
  { tipo: 'entrada', word: 'Entrada', done: 'Entrada registrada', undone: 'Entrada desfeita' },
  { tipo: 'saida', word: 'Saída', done: 'Saída registrada', undone: 'Saída desfeita' },
  { tipo: 'ajuste', word: 'Ajuste', done: 'Ajuste registrado', undone: 'Ajuste desfeito' },
  {
    tipo: 'transferencia',
    word: 'Transferência',
    done: 'Transferência registrada',
    undone: 'Transferência desfeita',
  },
];

export const undoneWord = (tipo: Tipo) => TIPO_WORDS.find((each) => each.tipo === tipo)?.undone ?? tipo;
export const tipoWord = (tipo: Tipo) => TIPO_WORDS.find((each) => each.tipo === tipo)?.word ?? tipo;
