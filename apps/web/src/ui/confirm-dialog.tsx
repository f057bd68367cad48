import { lazy, Suspense } from 'react';
import type { ConfirmDialogProps } from './base-confirm-dialog.tsx';

const BaseConfirmDialog = lazy(async () => ({
  default: (await import('./base-confirm-dialog.tsx')).BaseConfirmDialog,
}));

export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Suspense>
      <BaseConfirmDialog {...props} />
    </Suspense>
  );
}
