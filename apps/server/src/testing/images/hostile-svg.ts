/** SVGs of a few bytes that take a renderer a long time. The tests and `prove:images` share them. */
const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${content}</svg>`);

/**
 * An SVG that would take over ten seconds of processor time. It is refused because of its filter, without
 * rendering.
 */
export const turbulence = svg(
  '<filter id="f"><feTurbulence baseFrequency="0.01" numOctaves="200"/></filter><rect width="100" height="100" filter="url(#f)"/>',
);

/**
 * An SVG that takes over ten seconds of processor time and contains only allowed elements, so only the time
 * limit ends it.
 */
export const blurs = svg(
  `<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>${'<rect width="100" height="100" filter="url(#f)"/>'.repeat(200)}`,
);

/** An SVG with ten groups, each of which draws the previous one ten times. It draws ten billion elements. */
export const uses = svg(
  `<g id="g0"><path d="M0 0h9v9z"/></g>${Array.from(
    { length: 10 },
    (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`,
  ).join('')}`,
);

export const nested = svg('<g>'.repeat(50_000) + '</g>'.repeat(50_000));

export const filterChain = svg(
  `<filter id="f">${'<feGaussianBlur stdDeviation="9"/>'.repeat(500)}</filter><rect width="9" height="9" filter="url(#f)"/>`,
);
