import type { Tipo } from '@prumo/contract/movimentos.ts';

/** In display order. `done` is shown after recording one, `undone` labels the movimento that reverses one. */
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
