import {
  type EnvioDaNota,
  type LeituraDaNota,
  MAX_NOTA_BYTES,
  type MotivoDaNota,
  notas,
  type ResultadoDaNota,
} from '@prumo/contract/notas.ts';
import { upload } from '#lib/files/upload.ts';

/** A parcel, as the routes of its note name it. */
export type Destino = Pick<EnvioDaNota, 'conta_id' | 'envio'>;

interface Sending {
  mesmoAssim: boolean;
  /** Stays the same while the same attempt is repeated, so a lost answer sends nothing twice. */
  key: string;
  onProgress: (fraction: number) => void;
}

/** Checks a note and sends it. A file that no server would read is refused here, before it is uploaded. */
export async function sendNota(
  { conta_id, envio }: Destino,
  file: File,
  { mesmoAssim, key, onProgress }: Sending,
): Promise<ResultadoDaNota> {
  const motivo = motivoOf(file);
  if (motivo) return { nota: null, previstos: [motivo] };
  const path = notas.send.url.replace(':id', conta_id).replace(':envio', encodeURIComponent(envio));
  const url = mesmoAssim ? `${path}?mesmo_assim=sim` : path;
  return upload({ ...notas.send, url }, file, onProgress, key);
}

/** Reads a note and looks for its parcel, without sending it. */
export async function readNota(file: File): Promise<LeituraDaNota> {
  const motivo = motivoOf(file);
  if (motivo) return { nota: null, motivo, envio: null, sugestoes: [] };
  return upload(notas.read, file, () => {});
}

function motivoOf({ size }: File): MotivoDaNota | undefined {
  if (size > MAX_NOTA_BYTES) return 'grande';
  return size === 0 ? 'xml' : undefined;
}
