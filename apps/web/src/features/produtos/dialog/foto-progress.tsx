import { CircleAlert } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import type { Upload } from './foto-queue.ts';

interface FotoProgressProps {
  upload: Upload;
  onRetry: () => void;
}

/** The overlay of a photo that is not uploaded: its progress, or the reason of the failure. */
export function FotoProgress({ upload: { file, state, progress, failure }, onRetry }: FotoProgressProps) {
  if (state === 'failed') {
    return (
      <>
        <p role="alert" className="line-clamp-3 text-bad-fg">
          <CircleAlert aria-hidden className="mr-1 inline size-3.5" />
          {failure}
        </p>
        <Button className="h-7 px-2 text-meta" aria-label={`Tentar de novo ${file.name}`} onClick={onRetry}>
          Tentar de novo
        </Button>
      </>
    );
  }
  return (
    <>
      <span className="text-muted">{state === 'waiting' ? 'Na fila' : 'Enviando...'}</span>
      <progress aria-label={`Envio de ${file.name}`} value={progress} className="h-1 w-3/4 accent-primary" />
    </>
  );
}
