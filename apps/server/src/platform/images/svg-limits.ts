/**
 * The reasons for refusing an SVG. A few bytes of SVG can cost the renderer any amount of time. The check
 * looks only at tags, so hostile XML may pass it. The budgets of CPU time and memory stop an SVG that passes.
 */
export type SvgRefusal = 'filters' | 'tooManyElements';

/** Filters whose cost grows with their own attributes, or that cost far more than a shadow. */
const COSTLY_FILTERS = new Set([
  ...['feTurbulence', 'feConvolveMatrix', 'feMorphology', 'feDiffuseLighting', 'feSpecularLighting'],
  ...['feDisplacementMap', 'feImage', 'feTile'],
]);
/** The maximum number of filter primitives. A drop shadow exported by a design program has seven. */
const MAX_FILTER_PRIMITIVES = 40;
/** The maximum number of layers. Each filter, mask or clip path draws its element on a separate canvas. */
const MAX_LAYERS = 400;
const MAX_DEPTH = 200;
/** The maximum number of drawn elements. Elements that `<use>` repeats count as often as they are drawn. */
const MAX_DRAWN = 100_000;

const COMMENTS = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g;
const TAG = /<(\/?)(?:[^\s<>/:"'=!?]+:)?([^\s<>/:"'=!?]+)((?:"[^"]*"|'[^']*'|[^<>"'])*)>/g;
const ID = /(?:^|\s)id\s*=\s*["']([^"']*)["']/;
const LINK = /href\s*=\s*["']#([^"']*)["']/;
const LAYER = /(?:filter|mask|clip-path)\s*[:=]\s*["']?\s*url\(/g;

/**
 * An element with an id. `elements` is the number of elements in it; `uses` are the ids that its `<use>`
 * elements refer to.
 */
interface Part {
  elements: number;
  uses: string[];
}

export function refuseSvg(svg: string): SvgRefusal | null {
  const parts = new Map<string, Part>();
  const root: Part = { elements: 0, uses: [] };
  const open: (Part | null)[] = [];
  let primitives = 0;
  let layers = 0;
  for (const [, closing, name = '', attributes = ''] of svg.replace(COMMENTS, '').matchAll(TAG)) {
    if (closing) {
      open.pop();
      continue;
    }
    if (COSTLY_FILTERS.has(name)) return 'filters';
    if (/^fe[A-Z]/.test(name)) primitives += 1;
    layers += [...attributes.matchAll(LAYER)].length;
    const id = ID.exec(attributes)?.[1];
    const part = id === undefined ? null : { elements: 0, uses: [] as string[] };
    if (id !== undefined && part) parts.set(id, part);
    const link = name === 'use' ? LINK.exec(attributes)?.[1] : undefined;
    for (const each of [root, part, ...open]) {
      if (!each) continue;
      each.elements += 1;
      if (link !== undefined) each.uses.push(link);
    }
    if (!attributes.endsWith('/')) open.push(part);
    if (open.length > MAX_DEPTH || root.elements > MAX_DRAWN) return 'tooManyElements';
  }
  if (primitives > MAX_FILTER_PRIMITIVES) return 'filters';
  if (layers > MAX_LAYERS) return 'tooManyElements';
  return drawnBy(root, parts) > MAX_DRAWN ? 'tooManyElements' : null;
}

/** Returns the total number of drawn elements. A circular reference draws nothing. */
function drawnBy(root: Part, parts: ReadonlyMap<string, Part>): number {
  const known = new Map<Part, number>();
  const count = (part: Part): number => {
    const before = known.get(part);
    if (before !== undefined) return before;
    known.set(part, 0);
    let drawn = part.elements;
    for (const id of part.uses) {
      const target = parts.get(id);
      if (target) drawn += count(target);
      if (drawn > MAX_DRAWN) break;
    }
    known.set(part, drawn);
    return drawn;
  };
  return count(root);
}
