import { cn } from '#lib/class-names.ts';
import { Thumbnail } from '#ui/thumbnail.tsx';

interface EmpresaLogoProps {
  nome: string;
  logo: string | null;
  className: string;
}

/** The logo of an empresa, or its initials. The name stands beside it, so screen readers skip it. */
export function EmpresaLogo({ nome, logo, className }: EmpresaLogoProps) {
  if (logo) return <Thumbnail src={logo} alt="" className={className} />;
  return (
    <span
      aria-hidden
      className={cn(
        'flex shrink-0 items-center justify-center bg-accent font-semibold text-accent-fg',
        className,
      )}
    >
      {initialsOf(nome)}
    </span>
  );
}

const initialsOf = (nome: string) =>
  nome
    .split(/\s+/)
    .filter((word) => word.length > 2)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
