import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { cn } from '#lib/class-names.ts';
import { popupLook } from './dialog-look.ts';

interface DialogShellProps {
  title: string;
  onClose: () => void;
  className?: string | undefined;
  children?: ReactNode;
}

/**
 * Stands in for a dialog whose code is still loading or did not load. It uses the dialog of the browser, which needs no
 * code of ours: the page behind it is inert, and Escape closes it.
 */
export function DialogShell({ title, onClose, className, children = <FormSkeleton /> }: DialogShellProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useId();

  // Closing returns the focus to the element that opened the dialog, before the loaded dialog takes it over.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={name}
      className={cn(
        popupLook,
        'top-auto w-auto max-w-none text-fg backdrop:bg-overlay base:md:w-[32rem]',
        className,
      )}
      // A dialog below this one must not close with it.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className="flex shrink-0 flex-col gap-0.5 py-5 pr-14 pl-5 pb-4">
        <h2 id={name} className="font-semibold text-dialog tracking-[-0.01em]">
          {title}
        </h2>
      </header>
      {children}
      <button
        type="button"
        aria-label="Fechar"
        className="absolute top-4 right-4 flex size-8 items-center justify-center rounded-control text-muted hover:bg-subtle hover:text-fg"
        onClick={onClose}
      >
        <X className="size-4" />
      </button>
    </dialog>
  );
}

export function FormSkeleton() {
  return (
    <div
      role="status"
      aria-label="Carregando..."
      className="flex flex-col gap-4 overflow-y-auto px-5 pt-1 pb-5"
    >
      <div className="skeleton h-9 shrink-0" />
      <div className="skeleton h-20 shrink-0" />
      <div className="skeleton h-24 shrink-0" />
    </div>
  );
}
