import { MAX_NOTA_BYTES, type MotivoDaNota } from '@prumo/contract/notas.ts';
import type { NotaLida } from './nota-lida.ts';
import { type Field, type Found, scanNota } from './scan-nota.ts';

/** Amounts of the layout have thirteen digits at most, and two decimal places. */
const AMOUNT = /^\d{1,13}\.\d{2}$/;
/** An instant with the digits and the zones that the database stores. */
const INSTANT = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;
/** A series has up to three digits, and a number up to nine. */
const NUMBER = /^\d{1,9}$/;

/**
 * Reads an NF-e, or says why the file is none. The file may be hostile: the reader stops at limits of bytes, depth
 * and elements, keeps only short texts of known elements, and refuses a document type declaration, which is the only place
 * where XML declares entities.
 */
export async function readNota(file: Uint8Array): Promise<NotaLida | MotivoDaNota> {
  if (file.length > MAX_NOTA_BYTES) return 'grande';
  const found = await parse(file);
  if (!found) return 'xml';
  if (found.root === 'enviNFe' || found.notes > 1) return 'lote';
  return notaOf(found) ?? 'nota';
}

async function parse(file: Uint8Array): Promise<Found | undefined> {
  try {
    return await scanNota(new TextDecoder('utf-8', { fatal: true }).decode(file));
  } catch {
    // The decoder and the parser throw for a file that is not UTF-8 or not well formed.
    return;
  }
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
  if (emitida_em === undefined || !isInstant(emitida_em)) return;
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

/** Whether the calendar has this instant. JavaScript reads the 30th of February as a day of March. */
function isInstant(text: string): boolean {
  const day = text.slice(0, 10);
  const start = Date.parse(`${day}T00:00:00Z`);
  return (
    !Number.isNaN(Date.parse(text)) && !Number.isNaN(start) && new Date(start).toISOString().startsWith(day)
  );
}
