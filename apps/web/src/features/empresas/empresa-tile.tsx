import { Thumbnail } from '#ui/thumbnail.tsx';
import { initialsOf } from './empresa-text.ts';

/** The logo of an empresa whose name is shown beside it, or its initials. */
export function EmpresaTile({ nome, logo_url }: { nome: string; logo_url: string | null }) {
  if (logo_url) return <Thumbnail src={logo_url} alt="" className="size-6" />;
  return (
    <span
      aria-hidden
      className="flex size-6 shrink-0 items-center justify-center rounded-small bg-accent font-semibold text-accent-fg text-badge in-focus-visible:bg-raised in-data-highlighted:bg-raised"
    >
      {initialsOf(nome)}
    </span>
  );
}
