import type { MaskitoOptions, MaskitoPreprocessor } from '@maskito/core';
import type { InputHTMLAttributes } from 'react';

/** `0` takes a digit, `A` a letter, `X` either. Anything else in a pattern is a sign: shown, not kept. */
const SLOTS: Readonly<Record<string, RegExp>> = { 0: /^[0-9]$/, A: /^[A-Z]$/, X: /^[0-9A-Z]$/ };

/** A text as the form keeps it and as the screen shows it. */
export interface Mask {
  /** Without signs, in upper case. */
  bare: (text: string) => string;
  /** Has the mask a place for every character? A stored text may be older than the mask. */
  fits: (bare: string) => boolean;
  /** With its signs; what does not fit is shown as it is. */
  show: (bare: string) => string;
  /** What Maskito asks for. */
  options: MaskitoOptions;
  /** What the keyboard and the browser are to know of the input. */
  attributes: InputHTMLAttributes<HTMLInputElement>;
}

interface MaskDefinition {
  patternOf: (bare: string) => string;
  attributes: Mask['attributes'];
  bare?: Mask['bare'];
}

// Letter by letter: `toUpperCase` of the whole would turn ß into two letters.
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

  /** What typing these characters one by one would leave: a paste takes no more, and pushes nothing out. */
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
    // Filled in by the browser or by an input method: nothing has looked at it before.
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

/** Where the caret stands with so many kept characters before it. */
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

/** A CPF until the twelfth character or the first letter, which only a CNPJ has. */
export const documentoMask = createMask({
  patternOf: (bare) => (bare.length > 11 || /[A-Z]/.test(bare) ? 'XX.XXX.XXX/XXXX-00' : CPF),
  attributes: LETTERS,
  // Its name may be copied along with it, and would pass for the letters of a CNPJ.
  bare: (text) => withoutSigns(text.replace(/^\s*(cpf|cnpj)[\s:]+/i, '')),
});

/** With the DDD; without one only numbers like 0800. The country's own code, which a paste may bring, is left out. */
export const telefoneMask = createMask({
  patternOf: (bare) => {
    if (bare.startsWith('0')) return '0000 000 0000';
    return bare.length > 10 ? '(00) 00000-0000' : '(00) 0000-0000';
  },
  attributes: DIGITS,
  bare: (text) => withoutSigns(text).replace(/^55(?=\d{10,11}$)/, ''),
});

export const ufMask = createMask({ patternOf: () => 'AA', attributes: LETTERS });
