import { pedidos } from '@prumo/contract/pedidos.ts';
import {
  CABECALHO_DE_FALHAS,
  type FalhaDeEtiqueta,
  type FormatoDeEtiqueta,
  falhasOf,
} from '@prumo/contract/pedidos-etiquetas.ts';
import { problemOf, settle } from '#lib/api.ts';

export interface Labels {
  /** Undefined when no parcel has a label. */
  file: Blob | undefined;
  falhas: FalhaDeEtiqueta[];
}

/** Asks for the labels of parcels of one conta. Nothing of the file is kept. */
export async function readLabels(ids: string[], formato: FormatoDeEtiqueta): Promise<Labels> {
  const { method, url } = pedidos.labels;
  const read: Labels = { file: undefined, falhas: [] };
  await settle(pedidos.labels, async (madeFor) => {
    const headers = {
      ...madeFor,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    };
    const response = await fetch(url, { method, headers, body: JSON.stringify({ ids, formato }) }).catch(
      () => {
        throw problemOf(0, null);
      },
    );
    const { ok, status } = response;
    read.falhas = falhasOf(response.headers.get(CABECALHO_DE_FALHAS));
    if (ok)
      read.file = await response.blob().catch(() => {
        throw problemOf(0, null);
      });
    // A refusal of every parcel has its reasons in the header, and is an answer.
    if (ok || read.falhas.length > 0) return { status: 200, body: null };
    return { status, body: await response.json().catch(() => null) };
  });
  return read;
}

const ENDINGS: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'application/zip': 'zip' };

/** The marketplace may put labels into a ZIP, so the ending follows what came. */
export const endingOf = ({ type }: Blob, formato: FormatoDeEtiqueta) =>
  ENDINGS[type.split(';')[0] ?? ''] ?? (formato === 'pdf' ? 'pdf' : 'txt');
