import { type MinhaEmpresa, minhasEmpresas } from '@prumo/contract/minhas-empresas.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2, Plus } from 'lucide-react';
import { queryOf } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { EmpresaList } from './empresa-list.tsx';
import { EmpresaSearch } from './empresa-search.tsx';

/** From this number on, a person finds an empresa faster by typing. */
const SEARCH_FROM = 7;

const actLook =
  'flex min-h-9 w-full items-center gap-2.5 rounded-small px-2 text-control hover:bg-subtle focus-visible:-outline-offset-2 max-md:min-h-12';

export interface EmpresaChoicesProps {
  onChoose: (empresa: MinhaEmpresa) => void;
  onCreate: () => void;
  onClose: () => void;
}

/** The person's empresas to choose from, and below them what else there is to do. */
export function EmpresaChoices({ onChoose, onCreate, onClose }: EmpresaChoicesProps) {
  // Another person may have invited this one meanwhile, so each opening reads the list again.
  const { data, error, refetch } = useQuery({ ...queryOf(minhasEmpresas.list), staleTime: 0 });
  const itens = data?.itens;
  return (
    <>
      {!itens && error && (
        <div role="alert" className="flex flex-col items-start gap-2 px-3 py-2 text-control">
          {error.message}
          <Button onClick={() => void refetch()}>Tentar de novo</Button>
        </div>
      )}
      {!itens && !error && (
        <div role="status" aria-label="Carregando..." className="flex flex-col gap-1 p-1">
          <div className="skeleton h-11" />
          <div className="skeleton h-11" />
        </div>
      )}
      {itens && itens.length < SEARCH_FROM && <EmpresaList itens={itens} onChoose={onChoose} />}
      {itens && itens.length >= SEARCH_FROM && <EmpresaSearch itens={itens} onChoose={onChoose} />}
      <div className="shrink-0 border-t p-1">
        <button type="button" onClick={onCreate} className={actLook}>
          <span className="flex size-6 shrink-0 items-center justify-center text-muted">
            <Plus aria-hidden className="size-4" />
          </span>
          Criar empresa
        </button>
        <Link to="/configuracao/equipe" onClick={onClose} className={actLook}>
          <span className="flex size-6 shrink-0 items-center justify-center text-muted">
            <Building2 aria-hidden className="size-4" />
          </span>
          Empresa e equipe
        </Link>
      </div>
    </>
  );
}
