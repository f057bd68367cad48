import { cn } from '#lib/class-names.ts';
import { Thumbnail } from '#ui/photo/thumbnail.tsx';
import { initialsOf } from './initials.ts';

interface EmpresaTileProps {
  nome: string;
  logo_url: string | null;
  className?: string;
}

/** The logo of an empresa whose name is shown beside it, or its initials. */
export function EmpresaTile({ nome, logo_url, className }: EmpresaTileProps) {
  if (logo_url) return <Thumbnail src={logo_url} alt="" className={cn('base:size-6', className)} />;
  return (
    <span
      aria-hidden
      className={cn(
        'flex base:size-6 shrink-0 items-center justify-center base:rounded-small bg-accent font-semibold text-accent-fg base:text-badge in-focus-visible:bg-raised in-data-highlighted:bg-raised',
        className,
      )}
    >
      {initialsOf(nome)}
    </span>
  );
}
