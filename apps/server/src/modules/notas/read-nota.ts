import { MAX_NOTA_BYTES, type MotivoDaNota } from '@prumo/contract/notas.ts';
import { SaxesParser } from 'saxes';
import type { NotaLida } from './nota-lida.ts';

const MAX_DEPTH = 40;
const MAX_TEXT = 200;
/** Amounts of the layout have thirteen digits at most, and two decimal places. */
const AMOUNT = /^\d{1,13}\.\d{2}$/;
const INSTANT = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
/** A series has up to three digits, and a number up to nine. */
const NUMBER = /^\d{1,9}$/;

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
type Field = keyof typeof WANTED;
/** Where emitters write the number of the pedido: for each item, for the whole purchase, or in the free texts. */
const NAMING = new Set([
  `${INFO}/det/prod/xPed`,
  `${INFO}/compra/xPed`,
  `${INFO}/infAdic/infCpl`,
  `${INFO}/infAdic/obsCont/xTexto`,
]);
/** A word with a digit, as long as a number of a marketplace. */
const REFERENCE = /(?=[0-9A-Za-z-]*\d)[0-9A-Za-z][0-9A-Za-z-]{5,63}/g;
/** The free text of the layout has 5,000 characters at most. */
const MAX_FREE_TEXT = 5000;
const MAX_REFERENCES = 100;
const FIELD_AT = new Map(Object.entries(WANTED).map(([field, path]) => [path as string, field as Field]));

interface Found {
  root: string;
  /** The number of notes in the file. */
  notes: number;
  versao: string;
  id: string;
  fields: Map<Field, string>;
  referencias: Set<string>;
}

/**
 * Reads an NF-e, or says why the file is none. The file may be hostile: the reader stops at a limit of bytes and of
 * depth, keeps only short texts of known elements, and refuses a document type declaration, which is the only place
 * where XML declares entities.
 */
export function readNota(file: Uint8Array): NotaLida | MotivoDaNota {
  if (file.length > MAX_NOTA_BYTES) return 'grande';
  const found = parse(file);
  if (!found) return 'xml';
  if (found.root === 'enviNFe' || found.notes > 1) return 'lote';
  return notaOf(found) ?? 'nota';
}

function parse(file: Uint8Array): Found | undefined {
  try {
    return scan(new TextDecoder('utf-8', { fatal: true }).decode(file));
  } catch {
    // The decoder and the parser throw for a file that is not UTF-8 or not well formed.
    return;
  }
}

function scan(text: string): Found {
  const found: Found = { root: '', notes: 0, versao: '', id: '', fields: new Map(), referencias: new Set() };
  const path: string[] = [];
  const refuse = (reason: string) => {
    throw new Error(reason);
  };
  let isWanted: Field | undefined;
  /** The text of the element that may name a pedido. */
  let naming: string | undefined;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => refuse('a document type declaration'));
  // The layout allows UTF-8 only. Another declared encoding would make the marketplace read other letters.
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8') refuse('another encoding');
  });
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    if (path.length > MAX_DEPTH) refuse('too deep');
    found.root ||= name;
    if (name === 'infNFe') found.notes++;
    const here = path.join('/');
    if (here === INFO) {
      found.versao = attributes['versao'] ?? '';
      found.id = attributes['Id'] ?? '';
    }
    isWanted = FIELD_AT.get(here);
    naming = NAMING.has(here) ? '' : undefined;
    if (isWanted && !found.fields.has(isWanted)) found.fields.set(isWanted, '');
  });
  const add = (piece: string) => {
    if (isWanted)
      found.fields.set(isWanted, `${found.fields.get(isWanted) ?? ''}${piece}`.slice(0, MAX_TEXT));
    else if (naming !== undefined) naming = `${naming}${piece}`.slice(0, MAX_FREE_TEXT);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    for (const word of naming?.match(REFERENCE) ?? [])
      if (found.referencias.size < MAX_REFERENCES) found.referencias.add(word);
    path.pop();
    [isWanted, naming] = [undefined, undefined];
  });
  parser.write(text).close();
  return found;
}

function notaOf({ id, versao, fields, referencias }: Found): NotaLida | undefined {
  const text = (field: Field) => fields.get(field)?.trim() ?? null;
  const [, chave] = /^NFe([0-9A-Z]{44})$/.exec(id) ?? [];
  const matching = (field: Field, form: RegExp) => form.exec(text(field) ?? '')?.[0];
  const [modelo, protocolo_chave] = [text('modelo'), text('protocolo_chave')];
  const [serie, numero] = [matching('serie', NUMBER), matching('numero', NUMBER)];
  const [valor, emitida_em] = [matching('valor', AMOUNT), matching('emitida_em', INSTANT)];
  if (chave === undefined || modelo === null || protocolo_chave === null) return;
  if (serie === undefined || numero === undefined || valor === undefined) return;
  if (emitida_em === undefined || Number.isNaN(Date.parse(emitida_em))) return;
  return {
    versao,
    modelo,
    serie,
    numero,
    emitida_em,
    chave,
    ambiente: text('ambiente') ?? '',
    protocolo: {
      chave: protocolo_chave,
      ambiente: text('protocolo_ambiente') ?? '',
      situacao: text('protocolo_situacao') ?? '',
    },
    emitente: {
      cnpj: text('emitente_cnpj'),
      ie: text('emitente_ie'),
      uf: text('emitente_uf'),
      cep: text('emitente_cep'),
    },
    destinatario: {
      cpf: text('destinatario_cpf'),
      cnpj: text('destinatario_cnpj'),
      ie: text('destinatario_ie'),
      cep: text('destinatario_cep'),
    },
    valor,
    referencias: [...referencias],
  };
}
