import { readNumber } from '@prumo/contract/brazilian-number.ts';
import type { Tipo } from '@prumo/contract/movimentos.ts';
import type { ProdutoEncontrado } from '@prumo/contract/produtos.ts';
import type { Cadastro } from '@prumo/contract/registros.ts';
import type { Theme } from '#lib/theme.ts';

/** What a person can do by typing. Each opens a form or changes the view, and none writes a record by itself. */
export type Command =
  | { is: 'novo'; cadastro: Cadastro | 'produtos'; nome: string }
  | { is: 'tema'; tema: Theme }
  | { is: 'atalhos' }
  | { is: 'sair' };

/** A movement of stock, whose produto is still to be found by its code or name. */
export interface Movement {
  tipo: Tipo;
  /** An exact decimal. Undefined where the text names no quantity. */
  quantidade: string | undefined;
  busca: string;
}

export interface Typed {
  commands: Command[];
  movement?: Movement;
  /** Why the text is almost a command: the quantity cannot be read. */
  refusal?: string;
}

/** The words of each command. `nome` takes the words after them as the name of the new record. */
const PHRASES: readonly { words: readonly string[]; command: Command }[] = [
  ...(
    [
      ['produto', 'produtos'],
      ['marca', 'marcas'],
      ['categoria', 'categorias'],
      ['cliente', 'clientes'],
      ['fornecedor', 'fornecedores'],
      ['vendedor', 'vendedores'],
      ['deposito', 'depositos'],
    ] as const
  ).map(([word, cadastro]) => ({
    words: ['novo', word],
    command: { is: 'novo' as const, cadastro, nome: '' },
  })),
  { words: ['tema', 'claro'], command: { is: 'tema', tema: 'claro' } },
  { words: ['tema', 'escuro'], command: { is: 'tema', tema: 'escuro' } },
  { words: ['atalhos'], command: { is: 'atalhos' } },
  { words: ['sair'], command: { is: 'sair' } },
];

const MOVEMENTS: ReadonlyMap<string, Tipo> = new Map([
  ['entrada', 'entrada'],
  ['saida', 'saida'],
  ['ajuste', 'ajuste'],
  ['ajustar', 'ajuste'],
  ['transferir', 'transferencia'],
  ['transferencia', 'transferencia'],
]);

/** Fewer letters would offer commands to everyone who begins a search. */
const MIN_LETTERS = 3;

/** Reads the text as a command. A text of other words is none. */
export function readCommand(text: string): Typed {
  const typed = text.trim().split(/\s+/);
  const [first = '', ...rest] = typed;
  if (first === '?') return { commands: [{ is: 'atalhos' }] };
  const tipo = MOVEMENTS.get(plain(first));
  if (tipo) return movementOf(tipo, rest);
  if (first.length < MIN_LETTERS) return { commands: [] };
  return { commands: PHRASES.flatMap(({ words, command }) => matched(words, command, typed)) };
}

function matched(words: readonly string[], command: Command, typed: readonly string[]): Command[] {
  const begun = typed.slice(0, words.length).map((word) => (plain(word) === 'nova' ? 'novo' : plain(word)));
  const after = typed.slice(words.length).join(' ');
  // Words that follow need the whole command before them. Otherwise the last word may be incomplete.
  const isWhole = (word: string, at: number) => words[at] === word;
  const isBegun = (word: string, at: number) => words[at]?.startsWith(word) === true;
  const isLast = (at: number) => at === begun.length - 1 && after === '';
  if (!begun.every((word, at) => (isLast(at) ? isBegun(word, at) : isWhole(word, at)))) return [];
  if (command.is === 'novo') return [{ ...command, nome: after }];
  return after === '' ? [command] : [];
}

/**
 * The second word is the quantity if more words follow and it begins like a number. Otherwise all words are the code
 * or the name, because codes can be numbers too.
 */
function movementOf(tipo: Tipo, rest: readonly string[]): Typed {
  const [second = '', ...code] = rest;
  if (second === '') return { commands: [] };
  if (code.length === 0 || !/^[-+−]?[\d.,]+$/.test(second))
    return { commands: [], movement: { tipo, quantidade: undefined, busca: rest.join(' ') } };
  const reading = readNumber(second, { places: 2 });
  if (reading.is !== 'number')
    return { commands: [], refusal: reading.is === 'refused' ? reading.refusal : '' };
  const isTooSmall = reading.value.startsWith('-') || (tipo !== 'ajuste' && !/[1-9]/.test(reading.value));
  if (isTooSmall) return { commands: [], refusal: 'Informe uma quantidade maior que 0.' };
  return { commands: [], movement: { tipo, quantidade: reading.value, busca: code.join(' ') } };
}

/** The produtos that a movement can mean: the one with exactly this code, or all that match. */
export function meantBy(found: readonly ProdutoEncontrado[]): readonly ProdutoEncontrado[] {
  const exact = found.filter(({ codigo }) => codigo !== null);
  return exact.length > 0 ? exact : found;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
