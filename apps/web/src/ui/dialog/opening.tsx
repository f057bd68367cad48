import { type ReactNode, Suspense } from 'react';
import { LoadFailure } from '#lib/loading/later.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { DialogShell } from './dialog-shell.tsx';

interface OpeningProps {
  title: string;
  onClose: () => void;
  /** The size of the dialog. */
  className?: string | undefined;
  children: ReactNode;
}

/** Opens a dialog at once, with its title, while its code loads, and says so if the code does not arrive. */
export function Opening({ children, ...shell }: OpeningProps) {
  return (
    <LoadFailure
      value={(failure) => (
        <DialogShell {...shell}>
          <FailureState {...failure} />
        </DialogShell>
      )}
    >
      <Suspense fallback={<DialogShell {...shell} />}>{children}</Suspense>
    </LoadFailure>
  );
}
