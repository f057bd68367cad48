import { notas } from '@prumo/contract/notas.ts';
import { type ReactNode, type RefObject, useState } from 'react';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { useMay } from '#lib/session/may.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { useFileDrop } from './use-file-drop.ts';

const NotasDialog = later(async () => (await import('./notas-dialog.tsx')).NotasDialog);

interface AreaDeNotasProps {
  /** The element that takes the scans and the focus of the list. */
  place: RefObject<HTMLDivElement | null>;
  /** Whether notes can be dropped here. */
  isActive: boolean;
  children: ReactNode;
}

/** The list of pedidos. In Aguardando nota, files that are dropped on it open the dialog that sends them. */
export function AreaDeNotas({ place, isActive, children }: AreaDeNotasProps) {
  const maySend = useMay(notas.send);
  const dialog = useDialog('enviar-notas');
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const { over, drop } = useFileDrop((files) => {
    setDropped(files);
    dialog.open();
  }, isActive && maySend);
  return (
    <div
      ref={place}
      data-takes-scans
      {...drop}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col gap-3"
    >
      {over && (
        <p className="pointer-events-none absolute inset-0 z-10 flex items-center justify-center rounded-card border-2 border-ring bg-accent/90 font-medium text-accent-fg text-body">
          Solte os XML das notas aqui
        </p>
      )}
      {children}
      {dialog.place && (
        <Opening title="Enviar notas" className="md:w-[44rem]" onClose={dialog.place.close}>
          <NotasDialog place={dialog.place} files={dropped} onTaken={() => setDropped([])} />
        </Opening>
      )}
    </div>
  );
}
