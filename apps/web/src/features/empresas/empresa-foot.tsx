import { minhasEmpresas } from '@prumo/contract/minhas-empresas.ts';
import { PAPEL_EM_PALAVRAS } from '@prumo/contract/papeis.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown } from 'lucide-react';
import type { Ref } from 'react';
import { queryOf } from '#lib/api.ts';
import { useSession } from '#lib/session/session.ts';
import { EmpresaTile } from './empresa-tile.tsx';

interface EmpresaFootProps {
  ref?: Ref<HTMLButtonElement>;
  /** Whether the switcher that this button opens is open. */
  expanded: boolean;
  onPress: () => void;
}

/** The empresa of this tab, as the button that opens the switcher. */
export function EmpresaFoot({ ref, expanded, onPress }: EmpresaFootProps) {
  const { session } = useSession();
  const { data } = useQuery({ ...queryOf(minhasEmpresas.list), enabled: session !== null });
  if (!session) return null;
  const { nome, logo_url, papel } = session.empresa;
  // A dono of one empresa has no other papel to tell it from.
  const hasPapel = papel !== 'dono' || (data?.itens.length ?? 0) > 1;
  return (
    <div className="shrink-0 p-1.5">
      <button
        ref={ref}
        type="button"
        title={nome}
        aria-haspopup="dialog"
        aria-expanded={expanded}
        onClick={onPress}
        className="flex h-11 w-full items-center gap-2.5 rounded-control px-1.5 text-left transition-colors hover:bg-subtle focus-visible:-outline-offset-2 aria-expanded:bg-subtle"
      >
        <EmpresaTile nome={nome} logo_url={logo_url} />
        <span className="min-w-0 flex-1">
          <span className="sr-only">Trocar de empresa, agora em </span>
          <span className="block truncate font-medium text-control">{nome}</span>
          {hasPapel && (
            <span className="block truncate text-badge text-muted">{PAPEL_EM_PALAVRAS[papel].nome}</span>
          )}
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
    </div>
  );
}
