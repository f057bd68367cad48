import { DragDropProvider } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cn } from '#lib/class-names.ts';

export interface Photo {
  key: string;
  src: string;
  /** Rendered over the image: upload progress, or the reason of a failure. */
  overlay?: ReactNode;
}

interface PhotoGridProps {
  photos: readonly Photo[];
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
  /** Reports a drag in progress. Escape then cancels the drag and must not close the dialog. */
  onDragging: (dragging: boolean) => void;
}

/**
 * An ordered grid of photos. People reorder it by drag, by keyboard, or with the arrow buttons. Import it only from
 * lazily loaded modules.
 */
export function PhotoGrid({ photos, onMove, onRemove, onDragging }: PhotoGridProps) {
  const [said, setSaid] = useState('');
  const instructions = useId();
  // The last announced position, so that each position is announced once.
  const saidPlace = useRef<number>(undefined);
  const list = useRef<HTMLOListElement>(null);
  const removing = useRef<{ index: number; of: number }>(undefined);

  // The pressed button disappears with its photo, so the focus moves to the photo that takes its place. Nothing moves
  // when the removal failed.
  useEffect(() => {
    const { current: removed } = removing;
    removing.current = undefined;
    if (!removed || photos.length >= removed.of) return;
    const next = list.current?.children[Math.min(removed.index, photos.length - 1)];
    next?.querySelector('button')?.focus();
  }, [photos.length]);

  const place = (index: number) => `posição ${index + 1} de ${photos.length}`;

  function move(from: number, to: number) {
    onMove(from, to);
    setSaid(`Foto movida para a ${place(to)}.`);
  }

  return (
    <DragDropProvider
      // Drops the library's accessibility plugin, which speaks English. The announcements and attributes below replace
      // it in Portuguese.
      plugins={([_accessibility, ...others]) => others}
      onDragStart={({ operation: { source } }) => {
        onDragging(true);
        if (!isSortable(source)) return;
        saidPlace.current = source.index;
        setSaid(`Foto levantada da ${place(source.index)}. Use as setas para movê-la.`);
      }}
      onDragOver={({ operation: { target } }) => {
        if (!isSortable(target) || target.index === saidPlace.current) return;
        saidPlace.current = target.index;
        setSaid(`Foto na ${place(target.index)}.`);
      }}
      onDragEnd={({ operation: { source }, canceled }) => {
        // Waits until every handler has seen the key that ended the drag.
        setTimeout(() => onDragging(false));
        if (!isSortable(source)) return;
        const { initialIndex, index } = source;
        if (canceled) setSaid(`Movimento cancelado. Foto de volta à ${place(initialIndex)}.`);
        else if (initialIndex === index) setSaid(`Foto solta na mesma posição, ${index + 1}.`);
        else move(initialIndex, index);
      }}
    >
      <p id={instructions} className="sr-only">
        Para mover, pressione espaço, use as setas e pressione espaço de novo para soltar, ou Esc para
        cancelar.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={list} aria-label="Fotos" className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4">
        {photos.map((photo, index) => (
          <Tile
            key={photo.key}
            photo={photo}
            index={index}
            last={index === photos.length - 1}
            instructions={instructions}
            onMove={(to) => move(index, to)}
            onRemove={() => {
              removing.current = { index, of: photos.length };
              onRemove(index);
            }}
          />
        ))}
      </ol>
    </DragDropProvider>
  );
}

interface TileProps {
  photo: Photo;
  index: number;
  last: boolean;
  instructions: string;
  onMove: (to: number) => void;
  onRemove: () => void;
}

const controlLook =
  'flex size-7 items-center justify-center rounded-small bg-raised/90 text-fg shadow-control hover:bg-subtle disabled:opacity-45 pointer-coarse:size-9';

function Tile({ photo, index, last, instructions, onMove, onRemove }: TileProps) {
  const { ref, handleRef, isDragSource } = useSortable({ id: photo.key, index });
  const handle = useRef<HTMLButtonElement>(null);
  const pressed = useRef<HTMLButtonElement>(null);
  const wasDragged = useRef(false);
  const name = `foto ${index + 1}`;

  // A photo that changes position leaves the document for a moment and loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new position triggers the effect
  useEffect(() => {
    const { current: arrow } = pressed;
    pressed.current = null;
    if (arrow) (arrow.disabled ? handle.current : arrow)?.focus();
  }, [index]);
  useEffect(() => {
    if (wasDragged.current && !isDragSource) handle.current?.focus();
    wasDragged.current = isDragSource;
  }, [isDragSource]);

  function press(arrow: HTMLButtonElement, to: number) {
    pressed.current = arrow;
    onMove(to);
  }

  return (
    <li
      ref={ref}
      className={cn(
        'relative aspect-square overflow-hidden rounded-card border bg-bg',
        isDragSource && 'shadow-float ring-2 ring-ring',
      )}
    >
      <button
        ref={(element) => {
          handle.current = element;
          handleRef(element);
        }}
        type="button"
        aria-label={`Mover ${name}`}
        aria-describedby={instructions}
        aria-roledescription="foto ordenável"
        aria-pressed={isDragSource}
        className="block size-full cursor-grab rounded-card focus-visible:-outline-offset-2"
      >
        <img src={photo.src} alt="" draggable={false} decoding="async" className="size-full object-cover" />
      </button>
      {photo.overlay && (
        <div className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center gap-2 bg-raised/85 p-2 text-center text-meta *:pointer-events-auto">
          {photo.overlay}
        </div>
      )}
      <span
        aria-hidden
        className="pointer-events-none absolute top-1.5 left-1.5 flex size-6 items-center justify-center rounded-full bg-raised font-semibold text-fg text-meta shadow-control"
      >
        {index + 1}
      </span>
      <button
        type="button"
        aria-label={`Remover ${name}`}
        className={cn(controlLook, 'absolute top-1.5 right-1.5')}
        onClick={onRemove}
      >
        <X aria-hidden className="size-4" />
      </button>
      <div className="absolute right-1.5 bottom-1.5 flex gap-1">
        <button
          type="button"
          aria-label={`Mover ${name} para antes`}
          disabled={index === 0}
          className={controlLook}
          onClick={(event) => press(event.currentTarget, index - 1)}
        >
          <ChevronLeft aria-hidden className="size-4" />
        </button>
        <button
          type="button"
          aria-label={`Mover ${name} para depois`}
          disabled={last}
          className={controlLook}
          onClick={(event) => press(event.currentTarget, index + 1)}
        >
          <ChevronRight aria-hidden className="size-4" />
        </button>
      </div>
    </li>
  );
}
