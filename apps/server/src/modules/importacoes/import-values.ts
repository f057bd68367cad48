import { isSameCodigo } from '@prumo/contract/produtos.ts';

/** What an anuncio says of a produto, as it was read. */
interface Read {
  titulo: string;
  variacao: string;
  sku: string;
  marca: string | null;
  codigos: readonly string[];
  preco: string;
}

/** The same within the limits of a produto. */
export interface Offer {
  nome: string;
  sku: string;
  marca: string;
  codigos: string[];
  preco_venda: string;
}

const LONGEST_NAME = 200;
const LONGEST_MARCA = 100;
const LONGEST_CODE = 100;
const MOST_CODES = 200;
const NO_MARCA = 'Sem marca';

export function offerOf(read: Read): Offer {
  return {
    nome: nameOf(read),
    sku: clean(read.sku),
    marca: cut(clean(read.marca ?? ''), LONGEST_MARCA) || NO_MARCA,
    codigos: distinct(read.codigos.map(clean)),
    preco_venda: read.preco,
  };
}

/** Why a produto cannot be made of it; null where it can. */
export function refusalOf({ nome, sku }: Offer): string | null {
  if (nome === '') return 'O anúncio não tem título. Dê um título a ele no marketplace e importe de novo.';
  if (sku === '' || sku.length > LONGEST_CODE)
    return 'O SKU do anúncio tem mais de 100 caracteres. Encurte-o no marketplace e importe de novo.';
  return null;
}

function nameOf({ titulo, variacao }: Read): string {
  const suffix = variacao === '' ? '' : ` — ${cut(clean(variacao), LONGEST_NAME / 2)}`;
  const title = cut(clean(titulo), LONGEST_NAME - suffix.length);
  return title === '' ? '' : title + suffix;
}

/** What a database can hold and a person can see: one line, no half of a character. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();

/** At the end of a word, if there is one not too far back. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const head = text.slice(0, longest + 1);
  const space = head.lastIndexOf(' ');
  return head
    .slice(0, space > longest / 2 ? space : longest)
    .toWellFormed()
    .trim();
}

function distinct(codigos: readonly string[]): string[] {
  const kept: string[] = [];
  for (const codigo of codigos) {
    if (codigo === '' || codigo.length > LONGEST_CODE || kept.length === MOST_CODES) continue;
    if (!kept.some((each) => isSameCodigo(each, codigo))) kept.push(codigo);
  }
  return kept;
}

/** What of a produto an import may write. */
export interface Fields {
  nome: string;
  preco_venda: string;
  cod_referencia: string[];
}

/**
 * What the import last wrote into a produto: a field is in it if the import filled it, and while the produto still says
 * the same nobody has changed it since. `codigos`: those the anuncio had, whatever became of them.
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

/** Into a produto a person made: only what is empty, and the codes it lacks. */
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

/** Into a produto that was imported before: what nobody has changed since follows the anuncio. */
export function follow(produto: Fields, before: Written, offer: Offer): Filling | null {
  const changes: Partial<Fields> = {};
  if (before.nome === produto.nome && offer.nome !== produto.nome) changes.nome = offer.nome;
  if (before.preco_venda === produto.preco_venda && offer.preco_venda !== produto.preco_venda)
    changes.preco_venda = offer.preco_venda;
  const codes = before.cod_referencia;
  const isOurs = codes !== undefined && areEqual(codes, produto.cod_referencia);
  if (isOurs && !areEqual(codes, offer.codigos)) changes.cod_referencia = offer.codigos;
  if (!isOurs) {
    // A code the anuncio had before and the produto has not: a person took it out.
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

/** As many as there is room for. */
function missingFrom(have: readonly string[], offered: readonly string[]): string[] {
  const known = new Set(have.map(keyOf));
  return offered.filter((codigo) => !known.has(keyOf(codigo))).slice(0, MOST_CODES - have.length);
}

/** A code however it is typed, as the database compares them. */
function keyOf(codigo: string): string {
  const key = codigo
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
  return key || codigo;
}

const areEqual = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each, n) => each === other[n]);
