import { arquivos, MAX_UPLOAD_BYTES } from '@prumo/contract/arquivos.ts';
import { MAX_FOTOS } from '@prumo/contract/produtos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { call, ProblemError } from '#lib/api.ts';
import { isImageFile } from '#lib/files/image-file.ts';
import { upload } from '#lib/files/upload.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import { createFotoQueue, type Upload } from './foto-queue.ts';

type Form = Pick<UseFormReturn<FieldValues>, 'getValues' | 'setValue' | 'clearErrors'>;
type Follow = (versao: number, change: (values: FieldValues) => FieldValues) => void;

const FAILED = 'Erro ao enviar fotos';
const sentenceOf = (error: unknown) =>
  error instanceof ProblemError ? error.message : 'A foto não foi enviada. Tente de novo.';

/**
 * The photos of the form, uploaded as they are added. An object URL holds the place of a photo in `fotos` until its
 * upload finishes, so that the order does not depend on which upload finishes first.
 */
export function useFotos(form: Form, follow: Follow) {
  const queryClient = useQueryClient();
  const [queue] = useState(() =>
    createFotoQueue({
      send: async (file, onProgress) => (await upload(arquivos.createFoto, file, onProgress)).url,
      sentenceOf,
      onStored: ({ preview }: Upload, url) => {
        write(read().map((each) => (each === preview ? url : each)));
        URL.revokeObjectURL(preview);
      },
      onUnwanted: (url) => {
        // If this fails, a server job deletes the orphaned file.
        call(arquivos.removeFoto, { params: { id: idOf(url) } }).catch(() => undefined);
      },
      onSettled: ({ stored, failed }) => {
        if (failed === 0) {
          notifySuccess('Fotos enviadas com sucesso!');
          return;
        }
        const of = `${formatInteger(failed)} de ${formatInteger(stored + failed)} ${failed === 1 ? 'não foi enviada' : 'não foram enviadas'}.`;
        notifyFailure('Erro', FAILED, FAILED, of);
      },
    }),
  );

  const read = (): string[] => form.getValues('fotos') ?? [];
  function write(fotos: string[]) {
    form.clearErrors('fotos');
    form.setValue('fotos', fotos, { shouldDirty: true });
  }

  useEffect(
    () => () => {
      for (const { preview } of queue.current()) URL.revokeObjectURL(preview);
      queue.close();
    },
    [queue],
  );

  function add(files: readonly File[]) {
    const room = MAX_FOTOS - read().length;
    const refused = files.map(refusalOf).filter((refusal) => refusal !== undefined);
    const images = files.filter((file) => refusalOf(file) === undefined);
    if (images.length > room) refused.push(`Use até ${MAX_FOTOS} fotos.`);
    if (refused.length > 0) notifyFailure('Erro', FAILED, refused, refused.join(' '));
    const taken = images.slice(0, room).map((file) => ({ file, preview: URL.createObjectURL(file) }));
    if (taken.length === 0) return;
    write([...read(), ...taken.map(({ preview }) => preview)]);
    queue.add(taken);
  }

  const takeOut = (foto: string) => write(read().filter((each) => each !== foto));

  // Removals run in sequence, because each one creates the next version of the produto.
  const removals = useRef(Promise.resolve());
  function remove(foto: string) {
    if (!isPreview(foto)) {
      removals.current = removals.current.then(() => removeStored(foto));
      return;
    }
    takeOut(foto);
    queue.drop(foto);
    URL.revokeObjectURL(foto);
  }

  async function removeStored(foto: string) {
    try {
      const { produto } = await call(arquivos.removeFoto, { params: { id: idOf(foto) } });
      if (produto) follow(produto.versao, (values) => without(values, foto));
    } catch (error) {
      // Another person has already removed it, which is the wanted result.
      const isGone = error instanceof ProblemError && error.status === 404;
      if (!isGone) return notifyFailure('Erro', 'Erro ao remover foto', error, sentenceOf(error));
    }
    takeOut(foto);
    notifySuccess('Foto removida com sucesso!');
    void queryClient.invalidateQueries();
  }

  /** Waits for running uploads and removals. Failed photos must be retried or removed before a save. */
  async function settle(): Promise<void> {
    await queue.whenSettled();
    await removals.current;
    if (!read().some(isPreview)) return;
    const mensagem = 'Há fotos que não foram enviadas. Tente de novo ou remova-as antes de salvar.';
    throw new ProblemError({ codigo: 'invalid', mensagem, campos: { fotos: mensagem }, pedido: '-' }, 0);
  }

  return { queue, add, remove, settle };
}

export type Fotos = ReturnType<typeof useFotos>;

export const isPreview = (foto: string) => foto.startsWith('blob:');

/** The address ends with the id of the upload. */
const idOf = (url: string) => /([0-9a-f-]{36})\.webp$/.exec(url)?.[1] ?? '';

const without = (values: FieldValues, foto: string): FieldValues => ({
  ...values,
  fotos: values['fotos'].filter((each: string) => each !== foto),
});

function refusalOf(file: File): string | undefined {
  if (!isImageFile(file)) return `${file.name} não é uma imagem.`;
  if (file.size > MAX_UPLOAD_BYTES) return `${file.name} tem mais de 10 MB.`;
  return undefined;
}
