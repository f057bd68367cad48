import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';

const MAX_DEPTH = 40;
/** A name of the layout has 20 characters at most. */
const MAX_NAME = 100;
/** Elements and attributes. A note with 990 items, the most that the layout allows, has about 60,000. */
const MAX_PARTS = 120_000;
const MAX_TEXT = 200;
/** The characters that the parser reads before other requests have their turn: a few milliseconds of work. */
const PIECE = 64 * 1024;

const INFO = 'nfeProc/NFe/infNFe';
const PROTOCOL = 'nfeProc/protNFe/infProt';
/** The elements that the check reads. */
const WANTED = {
  modelo: `${INFO}/ide/mod`,
  serie: `${INFO}/ide/serie`,
  numero: `${INFO}/ide/nNF`,
  emitida_em: `${INFO}/ide/dhEmi`,
  ambiente: `${INFO}/ide/tpAmb`,
  emitente_cnpj: `${INFO}/emit/CNPJ`,
  emitente_ie: `${INFO}/emit/IE`,
  emitente_uf: `${INFO}/emit/enderEmit/UF`,
  emitente_cep: `${INFO}/emit/enderEmit/CEP`,
  destinatario_cpf: `${INFO}/dest/CPF`,
  destinatario_cnpj: `${INFO}/dest/CNPJ`,
  destinatario_ie: `${INFO}/dest/IE`,
  destinatario_cep: `${INFO}/dest/enderDest/CEP`,
  valor: `${INFO}/total/ICMSTot/vNF`,
  protocolo_chave: `${PROTOCOL}/chNFe`,
  protocolo_ambiente: `${PROTOCOL}/tpAmb`,
  protocolo_situacao: `${PROTOCOL}/cStat`,
} as const;
export type Field = keyof typeof WANTED;
const FIELD_AT = new Map(Object.entries(WANTED).map(([field, path]) => [path as string, field as Field]));
/** Where emitters write the number of the pedido: for each item, for the whole purchase, or in the free texts. */
const NAMING = new Set([
  `${INFO}/det/prod/xPed`,
  `${INFO}/compra/xPed`,
  `${INFO}/infAdic/infCpl`,
  `${INFO}/infAdic/obsCont/xTexto`,
]);
/** Every path of which a read element is part. The path of another element is never made, however long its names are. */
const LEADING = new Set(
  [...FIELD_AT.keys(), ...NAMING].flatMap((path) => {
    const names = path.split('/');
    return names.map((_, index) => names.slice(0, index + 1).join('/'));
  }),
);
/** The free text of the layout has 5,000 characters at most. */
const MAX_FREE_TEXT = 5000;
const MAX_REFERENCES = 100;
/** Words of letters, digits and hyphens. The expression finds each word in one pass. */
const WORD = /[0-9A-Za-z]+(?:-[0-9A-Za-z]+)*/g;

export interface Found {
  root: string;
  /** The number of notes in the file. */
  notes: number;
  versao: string;
  id: string;
  fields: Map<Field, string>;
  referencias: Set<string>;
}

/**
 * Scans the text of a file for the elements of a note, and throws for a text that is no well-formed XML. The text may be
 * hostile: the time grows with its length alone, and other requests are answered meanwhile.
 */
export async function scanNota(text: string): Promise<Found> {
  const found: Found = { root: '', notes: 0, versao: '', id: '', fields: new Map(), referencias: new Set() };
  const parser = parserInto(found);
  for (let at = 0; at < text.length; at += PIECE) {
    if (at > 0) await setImmediate();
    parser.write(text.slice(at, at + PIECE));
  }
  parser.close();
  return found;
}

function parserInto(found: Found): SaxesParser {
  /** For each open element its path, or null where nothing is read. */
  const open: (string | null)[] = [];
  let parts = 0;
  let isWanted: Field | undefined;
  /** The text of the element that may name a pedido. */
  let naming: string | undefined;
  const parser = new SaxesParser();
  const count = () => {
    if (++parts > MAX_PARTS) refuse('too many elements');
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => refuse('a document type declaration'));
  // The layout allows UTF-8 only. Another declared encoding would make the marketplace read other letters.
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8') refuse('another encoding');
  });
  parser.on('attribute', count);
  parser.on('opentag', ({ name, attributes }) => {
    count();
    if (name.length > MAX_NAME) refuse('a long name');
    if (open.length === MAX_DEPTH) refuse('too deep');
    const here = pathOf(open, name);
    open.push(here);
    found.root ||= name;
    if (name === 'infNFe') found.notes++;
    if (here === INFO) {
      found.versao = attributes['versao'] ?? '';
      found.id = attributes['Id'] ?? '';
    }
    isWanted = here === null ? undefined : FIELD_AT.get(here);
    naming = here !== null && NAMING.has(here) ? '' : undefined;
    if (isWanted && !found.fields.has(isWanted)) found.fields.set(isWanted, '');
  });
  const add = (piece: string) => {
    if (isWanted) found.fields.set(isWanted, upTo(MAX_TEXT, found.fields.get(isWanted) ?? '', piece));
    else if (naming !== undefined) naming = upTo(MAX_FREE_TEXT, naming, piece);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    if (naming !== undefined) addReferences(found.referencias, naming);
    open.pop();
    [isWanted, naming] = [undefined, undefined];
  });
  return parser;
}

function refuse(reason: string): never {
  throw new Error(reason);
}

function pathOf(open: readonly (string | null)[], name: string): string | null {
  const above = open.at(-1);
  const path = above === undefined ? name : above === null ? null : `${above}/${name}`;
  return path !== null && LEADING.has(path) ? path : null;
}

/** Appends a piece. A text that is full is not copied again, because a hostile text has very many pieces. */
const upTo = (length: number, text: string, piece: string) =>
  text.length < length ? `${text}${piece}`.slice(0, length) : text;

/** A reference has a digit, and is as long as a number of a marketplace. */
function addReferences(referencias: Set<string>, text: string): void {
  if (referencias.size >= MAX_REFERENCES) return;
  for (const word of text.match(WORD) ?? [])
    if (referencias.size < MAX_REFERENCES && word.length >= 6 && word.length <= 64 && /\d/.test(word))
      referencias.add(word);
}
