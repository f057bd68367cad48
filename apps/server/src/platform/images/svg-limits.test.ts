import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blurs, filterChain, nested, turbulence, uses } from '#testing/images/hostile-svg.ts';
import { refuseSvg } from './svg-limits.ts';

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;

test.each([
  ['filters', turbulence],
  ['filters', filterChain],
  ['tooManyElements', uses],
  ['tooManyElements', nested],
  // This SVG passes the limits. Only the budget of CPU time stops it.
  [null, blurs],
])('the check of a hostile SVG returns %s', (reason, hostile) => {
  expect(refuseSvg(hostile.toString())).toBe(reason);
});

describe('a filter of unbounded cost', () => {
  test('is found with any prefix, spacing and quoting', () => {
    for (const hidden of [
      '<feTurbulence/>',
      '<x:feTurbulence numOctaves="9"/>',
      '<feMorphology\n\tradius="999"></feMorphology>',
      `<g a='>'><feConvolveMatrix order="99"/></g>`,
    ])
      expect(refuseSvg(svg(`<filter id="f">${hidden}</filter>`)), hidden).toBe('filters');
  });

  test('does not count inside a comment, and a drop shadow from a design program is allowed', () => {
    const shadow = `<filter id="s"><feFlood result="b"/><feColorMatrix in="SourceAlpha"/><feOffset dy="4"/>
      <feGaussianBlur stdDeviation="2"/><feComposite in2="h" operator="out"/><feBlend in2="b"/><feBlend in2="s"/></filter>`;
    expect(refuseSvg(svg(`<!-- <feTurbulence/> -->${shadow}<g filter="url(#s)"/>`))).toBe(null);
  });
});

/**
 * For each group, the groups that its `use` elements refer to. Only references to earlier groups are drawn.
 */
const groups = fc.array(fc.array(fc.nat(20), { maxLength: 6 }), { minLength: 1, maxLength: 12 });

test('elements repeated by `use` count as often as they are drawn', () => {
  fc.assert(
    fc.property(groups, (references) => {
      const drawn: number[] = [];
      let total = 1;
      const parts = references.map((targets, n) => {
        const earlier = targets.filter((target) => target < n);
        drawn[n] = 1 + earlier.length + earlier.reduce((sum, target) => sum + (drawn[target] ?? 0), 0);
        total += drawn[n];
        return `<g id="g${n}">${earlier.map((target) => `<use href="#g${target}"/>`).join('')}</g>`;
      });
      expect(refuseSvg(svg(parts.join('')))).toBe(total > 100_000 ? 'tooManyElements' : null);
    }),
    { numRuns: 500 },
  );
});

test('circular references do not loop', () => {
  expect(refuseSvg(svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'))).toBe(null);
});
