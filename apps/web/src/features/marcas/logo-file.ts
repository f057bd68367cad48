import { arquivos } from '@prumo/contract/arquivos.ts';
import type { MarcaInput } from '@prumo/contract/marcas.ts';
import { useEffect, useRef, useState } from 'react';
import { upload } from '#lib/upload.ts';

interface Picked {
  file: File;
  /** An address inside this page, for the preview. */
  preview: string;
}

export interface LogoFile {
  picked: Picked | undefined;
  /** Between 0 and 1 while the file is being sent. */
  progress: number | undefined;
  pick: (file: File | undefined) => void;
  /** Sends the picked file and puts its public address into the marca. */
  store: (input: MarcaInput) => Promise<MarcaInput>;
}

/** The picked file waits here until the save: a cancelled dialog leaves nothing on the server. */
export function useLogoFile(): LogoFile {
  const [picked, setPicked] = useState<Picked>();
  const [progress, setProgress] = useState<number>();
  // A save that failed after the upload must not send the file again.
  const stored = useRef<{ file: File; url: string }>(undefined);

  useEffect(() => () => URL.revokeObjectURL(picked?.preview ?? ''), [picked]);

  return {
    picked,
    progress,
    pick: (file) => setPicked(file && { file, preview: URL.createObjectURL(file) }),
    store: async (input) => {
      if (!picked) return input;
      if (stored.current?.file !== picked.file) {
        setProgress(0);
        const { url } = await upload(arquivos.createLogo, picked.file, setProgress).finally(() =>
          setProgress(undefined),
        );
        stored.current = { file: picked.file, url };
      }
      return { ...input, logo_url: stored.current.url };
    },
  };
}
