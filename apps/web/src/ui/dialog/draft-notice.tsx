import { FilePenLine } from 'lucide-react';
import { formatDateTime } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';

interface DraftNoticeProps {
  /** When the person last typed. */
  em: number;
  onDiscard: () => void;
}

/** Says that the form contains a draft from before a reload, and offers to forget it. */
export function DraftNotice({ em, onDiscard }: DraftNoticeProps) {
  return (
    <div
      role="status"
      data-draft
      className="mx-5 mb-4 flex shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-card bg-accent px-3.5 py-2.5 text-accent-fg text-control"
    >
      <p className="flex min-w-0 flex-1 basis-56 gap-2.5">
        <FilePenLine aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          Rascunho de {formatDateTime(new Date(em).toISOString())} recuperado. Ainda não foi salvo. Senhas e
          arquivos não ficam no rascunho.
        </span>
      </p>
      <Button onClick={onDiscard}>Descartar rascunho</Button>
    </div>
  );
}
