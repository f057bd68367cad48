/** An element of an XML document. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  text: string;
}

const TOKEN =
  /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Parses a document, and returns its root. Returns undefined if it is malformed. A document type is malformed
 * too, so that no document can define entities.
 */
export function parseXml(text: string): Element | undefined {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [top];
  TOKEN.lastIndex = 0;
  const source = text.replace(/^\uFEFF/, '');
  while (TOKEN.lastIndex < source.length) {
    const found = TOKEN.exec(source);
    const parent = open.at(-1);
    if (!found || !parent) return;
    const [, cdata, slash, name, attributes = '', isEmpty, words] = found;
    if (cdata !== undefined) parent.text += cdata;
    else if (words !== undefined) {
      const read = unescaped(words);
      if (read === undefined || (parent === top && read.trim() !== '')) return;
      parent.text += read;
    } else if (name !== undefined && slash === '/') {
      if (open.length === 1 || parent.name !== name) return;
      open.pop();
    } else if (name !== undefined) {
      const element: Element = { name, attributes: attributesOf(attributes), children: [], text: '' };
      parent.children.push(element);
      if (isEmpty !== '/') open.push(element);
    }
  }
  return open.length === 1 && top.children.length === 1 ? top.children[0] : undefined;
}

const attributesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name, double ?? single ?? '']),
  );

/** Replaces the five entities of XML and character numbers. Undefined if there is any other entity. */
function unescaped(text: string): string | undefined {
  let isValid = true;
  const read = text.replaceAll(/&([^;\s]*);?/g, (_, entity: string) => {
    const [, hex, number] = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(entity) ?? [];
    const code = hex === undefined ? Number(number) : Number.parseInt(hex, 16);
    if (hex !== undefined || number !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    isValid &&= Object.hasOwn(ENTITIES, entity);
    return ENTITIES[entity] ?? '';
  });
  return isValid ? read : undefined;
}

/** The first descendant at this path of names. */
export function at(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>(
    (here, name) => here?.children.find((child) => child.name === name),
    element,
  );
}

export const textAt = (element: Element | undefined, ...path: readonly string[]): string | undefined =>
  at(element, ...path)?.text.trim();

/** How many descendants have this name. */
export const countOf = (element: Element, name: string): number =>
  element.children.reduce((sum, child) => sum + countOf(child, name), element.name === name ? 1 : 0);
