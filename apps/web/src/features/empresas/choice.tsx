import type { MinhaEmpresa } from '@prumo/contract/minhas-empresas.ts';
import { Check } from 'lucide-react';
import { useSession } from '#lib/session/session.ts';
import { aboutOf } from './empresa-text.ts';
import { EmpresaTile } from './empresa-tile.tsx';

export const choiceLook =
  'flex min-h-11 w-full cursor-default select-none items-center gap-2.5 rounded-small px-2 py-1 text-left outline-none max-md:min-h-13';

/** What one choice shows, in the plain list and in the search. */
export function Choice({ empresa }: { empresa: MinhaEmpresa }) {
  const { session } = useSession();
  return (
    <>
      <EmpresaTile nome={empresa.nome} logo_url={empresa.logo_url} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-control">{empresa.nome}</span>
        <span className="block truncate text-meta text-muted">{aboutOf(empresa)}</span>
      </span>
      {empresa.id === session?.empresa.id && (
        <>
          <Check aria-hidden className="size-4 shrink-0 text-accent-fg" />
          <span className="sr-only">Esta aba</span>
        </>
      )}
    </>
  );
}
