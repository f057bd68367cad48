import { MAX_UPLOAD_BYTES } from '@prumo/contract/arquivos.ts';
import { ImageUp } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { IMAGE_FILES, isImageFile } from '#lib/files/image-file.ts';
import { useUnsavedWork } from '#lib/leaving/use-unsaved-work.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { Thumbnail } from '#ui/photo/thumbnail.tsx';
import type { LogoFile } from './logo-file.ts';

export function LogoField({ label, logo }: { label: string; logo: LogoFile }) {
  const { field, fieldState } = useController({ name: 'logo_url' });
  const [refused, setRefused] = useState<string>();
  // The address of a picked file is unknown until the save, so the field itself may be unchanged.
  useUnsavedWork(logo.picked !== undefined);
  const chooser = useRef<HTMLInputElement>(null);
  // The field ends with its form, and a picked file belongs to the record of that form.
  const forget = useEffectEvent(() => logo.pick(undefined));
  useEffect(() => () => forget(), []);
  const url: string = field.value ?? '';
  const preview = logo.picked?.preview ?? (URL.canParse(url) ? url : undefined);

  function pick(file: File | undefined) {
    const refusal = file && refusalOf(file);
    setRefused(refusal);
    if (!file || refusal) return;
    logo.pick(file);
    field.onChange(null);
  }

  function paste(text: string) {
    setRefused(undefined);
    logo.pick(undefined);
    field.onChange(text);
  }

  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-control">{label}</legend>
      <div className="flex gap-4">
        {preview ? (
          <Thumbnail src={preview} alt="Prévia do logo" className="size-24 rounded-card" />
        ) : (
          <span
            aria-hidden
            className="flex size-24 shrink-0 items-center justify-center rounded-card border border-dashed text-faint"
          >
            <ImageUp className="size-5" />
          </span>
        )}
        <div className="flex min-w-0 flex-1 flex-col items-start justify-center gap-2">
          <input
            ref={chooser}
            type="file"
            accept={IMAGE_FILES}
            aria-label="Arquivo do logo"
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              pick(event.target.files?.[0]);
              // Clears the input, so that the same file can be picked again after it was removed.
              event.target.value = '';
            }}
          />
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => chooser.current?.click()}>Escolher arquivo</Button>
            {(preview || url) && (
              <Button look="ghost" onClick={() => paste('')}>
                Remover logo
              </Button>
            )}
          </div>
          <p className="max-w-full truncate text-meta text-muted">
            {logo.picked ? logo.picked.file.name : 'Qualquer imagem de até 10 MB.'}
          </p>
          {logo.progress !== undefined && (
            <progress
              aria-label="Envio do logo"
              value={logo.progress}
              className="h-1 w-full accent-primary"
            />
          )}
        </div>
      </div>
      <Field label="Ou cole o endereço da imagem" error={refused ?? fieldState.error?.message}>
        {(wiring) => (
          <Input
            {...wiring}
            ref={field.ref}
            name={field.name}
            type="url"
            inputMode="url"
            placeholder="https://"
            value={url}
            onBlur={field.onBlur}
            onChange={(event) => paste(event.target.value)}
          />
        )}
      </Field>
    </fieldset>
  );
}

function refusalOf(file: File): string | undefined {
  if (!isImageFile(file)) return 'Escolha um arquivo de imagem.';
  if (file.size > MAX_UPLOAD_BYTES) return 'Escolha uma imagem de até 10 MB.';
  return undefined;
}
