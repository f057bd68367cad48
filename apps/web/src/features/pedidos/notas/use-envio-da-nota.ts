import type { MotivoDaNota } from '@prumo/contract/notas.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ProblemError } from '#lib/api.ts';
import { useUnsavedWork } from '#lib/leaving/use-unsaved-work.ts';
import { notifySuccess } from '#lib/notify.ts';
import { saveKeys } from '#lib/save-key.ts';
import { canInsist } from './nota-words.ts';
import { type Destino, sendNota } from './send-nota.ts';

type Envio =
  | { is: 'parado' }
  | { is: 'enviando'; file: File; fraction: number }
  /** Not sent, for these reasons. */
  | { is: 'previsto'; file: File; motivos: readonly MotivoDaNota[] }
  /** No answer, or a refusal of the whole request. The file stays. */
  | { is: 'falha'; file: File; mesmoAssim: boolean; mensagem: string };

/** Sends the note of one parcel. A refusal of the marketplace is in the pedido itself, as its last note. */
export function useEnvioDaNota(destino: Destino) {
  const queryClient = useQueryClient();
  const [keys] = useState(saveKeys);
  const [envio, setEnvio] = useState<Envio>({ is: 'parado' });
  useUnsavedWork(envio.is === 'enviando' || envio.is === 'falha');

  async function send(file: File, mesmoAssim: boolean): Promise<void> {
    setEnvio({ is: 'enviando', file, fraction: 0 });
    const key = keys.keyFor([file.name, file.size, file.lastModified, mesmoAssim]);
    const onProgress = (fraction: number) => setEnvio({ is: 'enviando', file, fraction });
    try {
      const { nota, previstos } = await sendNota(destino, file, { mesmoAssim, key, onProgress });
      // The same file may be corrected on the disk, and a refused one may be sent once more.
      keys.forget();
      if (nota?.situacao === 'aceita') notifySuccess(`Nota ${nota.numero} aceita`);
      setEnvio(nota ? { is: 'parado' } : { is: 'previsto', file, motivos: previstos });
      await queryClient.invalidateQueries({ queryKey: ['pedidos'] });
      void queryClient.invalidateQueries({ queryKey: ['inicio'] });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setEnvio({ is: 'falha', file, mesmoAssim, mensagem: error.message });
    }
  }

  return {
    envio,
    choose: ([file]: readonly File[]) => file && void send(file, false),
    retry: () => envio.is === 'falha' && void send(envio.file, envio.mesmoAssim),
    insist: () => envio.is === 'previsto' && canInsist(envio.motivos) && void send(envio.file, true),
  };
}
