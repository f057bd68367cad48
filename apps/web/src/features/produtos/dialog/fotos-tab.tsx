import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import { MAX_FOTOS, produtos } from '@prumo/contract/produtos.ts';
import { ImageUp } from 'lucide-react';
import { type DragEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useController } from 'react-hook-form';
import { cn } from '#lib/class-names.ts';
import { IMAGE_FILES } from '#lib/files/image-file.ts';
import { useMay } from '#lib/session/may.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { type Photo, PhotoGrid } from '#ui/photo/photo-grid.tsx';
import { FotoProgress } from './foto-progress.tsx';
import type { Fotos } from './use-fotos.ts';

interface FotosTabProps {
  fotos: Fotos;
  onDragging: (dragging: boolean) => void;
}

export function FotosTab({ fotos: { queue, add, remove }, onDragging }: FotosTabProps) {
  const { field, fieldState } = useController({ name: 'fotos' });
  const uploads = useSyncExternalStore(queue.subscribe, queue.current);
  const shown: string[] = field.value;

  const photos = shown.map((foto): Photo => {
    const upload = uploads.find(({ preview }) => preview === foto);
    if (!upload) return { key: queue.keyOf(foto), src: thumbnailOf(foto) };
    return {
      key: foto,
      src: foto,
      overlay: <FotoProgress upload={upload} onRetry={() => queue.retry(foto)} />,
    };
  });

  function move(from: number, to: number) {
    const [moved] = shown.slice(from, from + 1);
    if (moved) field.onChange(shown.toSpliced(from, 1).toSpliced(to, 0, moved));
  }

  if (!useMay(produtos.update)) return <FotosToSee photos={photos} />;
  return (
    <>
      {fieldState.error?.message && <Notice>{fieldState.error.message}</Notice>}
      <DropZone onFiles={add} />
      {photos.length > 0 && (
        <PhotoGrid
          photos={photos}
          onMove={move}
          onRemove={(index) => remove(shown[index] ?? '')}
          onDragging={onDragging}
        />
      )}
    </>
  );
}

/** The photos of a produto that the person may only read. */
function FotosToSee({ photos }: { photos: readonly Photo[] }) {
  if (photos.length === 0) return <EmptyState icon={ImageUp}>Este produto não tem fotos.</EmptyState>;
  return (
    <ol aria-label="Fotos" className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4">
      {photos.map(({ key, src }, index) => (
        <li key={key} className="aspect-square overflow-hidden rounded-card border bg-bg">
          <img src={src} alt={`Foto ${index + 1}`} decoding="async" className="size-full object-cover" />
        </li>
      ))}
    </ol>
  );
}

function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  // A grid photo dragged over the zone is not a file.
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped here; the button inside does the same
    <div
      className={cn(
        'flex flex-col items-center gap-2 rounded-card border border-dashed px-4 py-5 text-center transition-colors',
        over ? 'border-ring bg-accent' : 'border-field',
      )}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <input
        ref={chooser}
        type="file"
        multiple
        accept={IMAGE_FILES}
        aria-label="Arquivos de fotos"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Clears the input, so that the same file can be picked again after it was removed.
          event.target.value = '';
        }}
      />
      <ImageUp aria-hidden className="size-5 text-muted" />
      <Button onClick={() => chooser.current?.click()}>Adicionar fotos</Button>
      <p className="text-meta text-muted">
        Ou solte as imagens aqui: até {MAX_FOTOS}, de até 10 MB cada. A primeira aparece na lista.
      </p>
    </div>
  );
}
