import type { Asker } from './calls.ts';

/** A file of labels as it arrives. It contains the address of the buyer, so nothing of it is stored. */
export interface LabelFile {
  tipo: 'application/pdf' | 'application/zip' | 'text/plain; charset=utf-8';
  bytes: AsyncIterable<Uint8Array>;
}

export interface Labels {
  /**
   * Prints the labels of parcels of one seller. Parcels without a label are named in `recusados`, and the file has the
   * others. The file is null when no parcel has a label.
   */
  print(
    asker: Asker,
    envioIds: readonly string[],
    formato: 'pdf' | 'zpl',
  ): Promise<{ file: LabelFile | null; recusados: string[] }>;
}
