import type { MaskitoOptions, MaskitoPreprocessor } from '@maskito/core';
import type { InputHTMLAttributes } from 'react';

/**
 * `0` accepts a digit, `A` a letter, `X` either. Any other character of a pattern is a sign, which is shown
 * and not stored.
 */
const SLOTS: Readonly<Record<string, RegExp>> = { 0: /^[0-9]$/, A: /^[A-Z]$/, X: /^[0-9A-Z]$/ };

/** Converts a text between the stored form and the displayed form. */
export interface Mask {
  /** Removes the signs and converts to upper case. */
  bare: (text: string) => string;
  /** True when the mask has a slot for every character. A stored text may predate the mask. */
  fits: (bare: string) => boolean;
  /** Adds the signs. A text that does not fit is shown unchanged. */
  show: (bare: string) => string;
  /** The options Maskito requires. */
  options: MaskitoOptions;
  /** Input attributes for the on-screen keyboard and the browser's autofill. */
  attributes: InputHTMLAttributes<HTMLInputElement>;
}

interface MaskDefinition {
  patternOf: (bare: string) => string;
  attributes: Mask['attributes'];
  bare?: Mask['bare'];
}

// Converts only a–z, because `toUpperCase` on the whole text would turn ß into two letters.
const withoutSigns = (text: string) =>
  text.replaceAll(/[\s./()+-]/g, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());

function createMask({ patternOf, attributes, bare = withoutSigns }: MaskDefinition): Mask {
  const fits = (text: string) => {
    const slots = Array.from(patternOf(text)).flatMap((sign) => SLOTS[sign] ?? []);
    return Array.from(text).every((character, index) => slots[index]?.test(character));
  };

  const show = (text: string) => {
    if (!fits(text)) return text;
    let shown = '';
    let next = 0;
    for (const sign of patternOf(text)) {
      if (next === text.length) break;
      shown += sign in SLOTS ? text[next++] : sign;
    }
    return shown;
  };

  /** Keeps the characters that typing one by one would accept, so a paste displaces none of the existing characters. */
  const taken = (before: string, characters: string, after: string) => {
    let kept = '';
    for (const character of characters) {
      if (fits(before + kept + character + after)) kept += character;
    }
    return kept;
  };

  const preprocess: MaskitoPreprocessor = ({ elementState, data }, action) => {
    const { value, selection } = elementState;
    const [from, to] = selection;
    if (action === 'insert')
      return { elementState, data: taken(bare(value.slice(0, from)), bare(data), bare(value.slice(to))) };
    if (action !== 'validation') return { elementState, data };
    // The browser's autofill or an input method wrote this value, so no earlier step has filtered it.
    const shown = show(taken('', bare(value), ''));
    if (shown === value) return { elementState, data };
    const caret = caretAfter(shown, bare(value.slice(0, to)).length);
    return { elementState: { value: shown, selection: [caret, caret] }, data };
  };

  return {
    bare,
    fits,
    show,
    attributes,
    options: {
      mask: ({ value }) => Array.from(patternOf(bare(value)), (sign) => SLOTS[sign] ?? sign),
      preprocessors: [preprocess],
    },
  };
}

/** Returns the caret position after the given number of stored characters. */
function caretAfter(shown: string, kept: number): number {
  let caret = 0;
  for (let passed = 0; passed < kept && caret < shown.length; caret++) {
    if (SLOTS['X']?.test(shown[caret] ?? '')) passed++;
  }
  return caret;
}

const DIGITS = { inputMode: 'numeric', autoComplete: 'off' } as const;
const LETTERS = {
  inputMode: 'text',
  autoCapitalize: 'characters',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

const CPF = '000.000.000-00';

export const cepMask = createMask({ patternOf: () => '00000-000', attributes: DIGITS });

export const cpfMask = createMask({ patternOf: () => CPF, attributes: DIGITS });

/** Uses the CPF pattern until the twelfth character or the first letter, which only a CNPJ can have. */
export const documentoMask = createMask({
  patternOf: (bare) => (bare.length > 11 || /[A-Z]/.test(bare) ? 'XX.XXX.XXX/XXXX-00' : CPF),
  attributes: LETTERS,
  // A paste may include the word CPF or CNPJ, whose letters would otherwise count as part of a CNPJ.
  bare: (text) => withoutSigns(text.replace(/^\s*(cpf|cnpj)[\s:]+/i, '')),
});

/**
 * Masks numbers with an area code (DDD), and numbers such as 0800 without one. A pasted Brazilian country
 * code is removed.
 */
export const telefoneMask = createMask({
  patternOf: (bare) => {
    if (bare.startsWith('0')) return '0000 000 0000';
    return bare.length > 10 ? '(00) 00000-0000' : '(00) 0000-0000';
  },
  attributes: DIGITS,
  bare: (text) => withoutSigns(text).replace(/^55(?=\d{10,11}$)/, ''),
});

export const ufMask = createMask({ patternOf: () => 'AA', attributes: LETTERS });

/** A day as `31/12/2026`. A pasted day may also be written as `2026-12-31`. */
export const dayMask = createMask({
  patternOf: () => '00/00/0000',
  attributes: DIGITS,
  bare: (text) => withoutSigns(text.trim().replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3$2$1')),
});
