import { cleanText, distinctCodes, LONGEST_CODE, MOST_CODES } from '#modules/marketplace/listing-text.ts';

/** The fields of an anuncio as they were read. */
interface Read {
  titulo: string;
  variacao: string;
  sku: string;
  marca: string | null;
  codigos: readonly string[];
  preco: string;
}

/** The same fields within the limits of a produto. */
export interface Offer {
  nome: string;
  sku: string;
  marca: string;
  codigos: string[];
  preco_venda: string;
}

const LONGEST_NAME = 200;
const LONGEST_MARCA = 100;
const NO_MARCA = 'Sem marca';

export function offerOf(read: Read): Offer {
  return {
    nome: nameOf(read),
    sku: cleanText(read.sku),
    marca: cut(cleanText(read.marca ?? ''), LONGEST_MARCA) || NO_MARCA,
    codigos: distinctCodes(read.codigos.map(cleanText)),
    preco_venda: read.preco,
  };
}

/** Returns the reason why no produto can be created from the anuncio. Null when one can be created. */
export function offerRefusal({ nome, sku }: Offer): string | null {
  if (nome === '') return 'O anúncio não tem título. Dê um título a ele no marketplace e importe de novo.';
  if (sku === '' || sku.length > LONGEST_CODE)
    return 'O SKU do anúncio tem mais de 100 caracteres. Encurte-o no marketplace e importe de novo.';
  return null;
}

function nameOf({ titulo, variacao }: Read): string {
  const suffix = variacao === '' ? '' : ` — ${cut(cleanText(variacao), LONGEST_NAME / 2)}`;
  const title = cut(cleanText(titulo), LONGEST_NAME - suffix.length);
  return title === '' ? '' : title + suffix;
}

/** Cuts at the end of a word, if a word ends near the limit. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const head = text.slice(0, longest + 1);
  const space = head.lastIndexOf(' ');
  return head
    .slice(0, space > longest / 2 ? space : longest)
    .toWellFormed()
    .trim();
}

/** The fields of a produto that an import may write. */
export interface Fields {
  nome: string;
  preco_venda: string;
  cod_referencia: string[];
}

/**
 * The values that the import last wrote into a produto. A field is present if the import filled it. While the produto
 * still has the same value, no person has changed it. `codigos` are the codes of the anuncio, whether or not they were
 * written.
 */
export type Written = Partial<Fields> & { codigos: string[] };

export const writtenBy = ({ nome, preco_venda, codigos }: Offer): Written => ({
  nome,
  preco_venda,
  cod_referencia: codigos,
  codigos,
});

interface Filling {
  changes: Partial<Fields>;
  written: Written;
}

/**
 * Returns the changes for a produto that a person created: fills only empty fields, and adds missing codes.
 */
export function fill(produto: Fields, offer: Offer): Filling {
  const changes: Partial<Fields> = {};
  if (Number(produto.preco_venda) === 0 && Number(offer.preco_venda) !== 0)
    changes.preco_venda = offer.preco_venda;
  const added = missingFrom(produto.cod_referencia, offer.codigos);
  if (added.length > 0) changes.cod_referencia = [...produto.cod_referencia, ...added];
  const { cod_referencia, ...filled } = changes;
  const isOurs = produto.cod_referencia.length === 0 && cod_referencia !== undefined;
  return {
    changes,
    written: { ...filled, ...(isOurs && { cod_referencia }), codigos: offer.codigos },
  };
}

/**
 * Returns the changes for a produto imported before: fields that no person has changed since follow the
 * anuncio.
 */
export function follow(produto: Fields, before: Written, offer: Offer): Filling | null {
  const changes: Partial<Fields> = {};
  if (before.nome === produto.nome && offer.nome !== produto.nome) changes.nome = offer.nome;
  if (before.preco_venda === produto.preco_venda && offer.preco_venda !== produto.preco_venda)
    changes.preco_venda = offer.preco_venda;
  const codes = before.cod_referencia;
  const isOurs = codes !== undefined && areEqual(codes, produto.cod_referencia);
  if (isOurs && !areEqual(codes, offer.codigos)) changes.cod_referencia = offer.codigos;
  if (!isOurs) {
    // A code that the anuncio had before and the produto no longer has was removed by a person, so it is not
    // added again.
    const fresh = missingFrom(before.codigos, offer.codigos);
    const added = missingFrom(produto.cod_referencia, fresh);
    if (added.length > 0) changes.cod_referencia = [...produto.cod_referencia, ...added];
  }
  if (Object.keys(changes).length === 0) return null;
  const { cod_referencia, ...plain } = changes;
  return {
    changes,
    written: {
      ...before,
      ...plain,
      ...(isOurs && cod_referencia && { cod_referencia }),
      codigos: offer.codigos,
    },
  };
}

/** Returns the offered codes that are missing, up to the maximum number of codes of a produto. */
function missingFrom(have: readonly string[], offered: readonly string[]): string[] {
  const known = new Set(have.map(codeKey));
  return offered.filter((codigo) => !known.has(codeKey(codigo))).slice(0, MOST_CODES - have.length);
}

/** The key of a code in any spelling, as the database compares codes. */
function codeKey(codigo: string): string {
  const key = codigo
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
  return key || codigo;
}

const areEqual = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each, n) => each === other[n]);
