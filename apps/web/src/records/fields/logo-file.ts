import { arquivos } from '@prumo/contract/arquivos.ts';
import { useEffect, useRef, useState } from 'react';
import { upload } from '#lib/files/upload.ts';

interface Picked {
  file: File;
  /** An object URL for the preview. */
  preview: string;
}

export interface LogoFile {
  picked: Picked | undefined;
  /** A fraction from 0 to 1 during the upload. */
  progress: number | undefined;
  pick: (file: File | undefined) => void;
  /** Uploads the picked file and sets its public address in the record. */
  store: <Input extends { logo_url: string | null }>(input: Input) => Promise<Input>;
}

/** Keeps the picked file until the save, so a cancelled dialog leaves no file on the server. */
export function useLogoFile(): LogoFile {
  const [picked, setPicked] = useState<Picked>();
  const [progress, setProgress] = useState<number>();
  // A save that failed after the upload must not upload the file again.
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
