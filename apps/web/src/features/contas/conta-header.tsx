import type { Conta } from '@prumo/contract/contas.ts';
import { ArrowLeft } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { handleOf, placeOf } from './conta-words.ts';
import { SituacaoBadge } from './situacao.tsx';

interface ContaHeaderProps {
  conta: Conta | undefined;
  /** The title while the conta is not loaded. */
  fallback: string;
  isLoading: boolean;
  onBack: () => void;
}

export function ContaHeader({ conta, fallback, isLoading, onBack }: ContaHeaderProps) {
  const title = conta ? handleOf(conta) : fallback;
  return (
    <div className="flex items-start gap-3">
      <title>{`${title} · Prumo`}</title>
      <IconButton label="Voltar para Integrações" className="border" onClick={onBack}>
        <ArrowLeft />
      </IconButton>
      <div className="min-w-0">
        <div className="flex items-center gap-2.5">
          <h1 className="wrap-anywhere font-semibold text-page tracking-[-0.02em]">{title}</h1>
          {conta && <SituacaoBadge situacao={conta.situacao} />}
        </div>
        {conta ? (
          <p className="truncate text-control text-muted">{placeOf(conta)}</p>
        ) : (
          isLoading && (
            <p role="status" className="text-control text-muted">
              Carregando...
            </p>
          )
        )}
      </div>
    </div>
  );
}
