import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { Spinner } from '#ui/spinner.tsx';
import { Wordmark } from '#ui/wordmark.tsx';

/** Covers the page and makes it inert until the exchange has succeeded or failed. */
export function ConnectingScreen({ marketplace }: { marketplace: string }) {
  const text = `Conectando com ${marketplace}...`;
  useEffect(() => {
    const root = document.getElementById('root');
    root?.toggleAttribute('inert', true);
    return () => void root?.toggleAttribute('inert', false);
  }, []);
  return createPortal(
    <div
      role="status"
      className="fixed inset-0 z-30 flex flex-col items-center justify-center gap-6 bg-bg p-6 text-center"
    >
      <title>{`${text} · Prumo`}</title>
      <Wordmark />
      <div className="flex flex-col items-center gap-2">
        <Spinner className="size-6 text-muted" />
        <h1 className="font-semibold text-page tracking-[-0.02em]">{text}</h1>
        <p className="text-body text-muted">Leva alguns segundos. Não feche esta página.</p>
      </div>
    </div>,
    document.body,
  );
}
