import { type Conta, contas } from '@prumo/contract/contas.ts';
import { useNavigate } from '@tanstack/react-router';
import { Store } from 'lucide-react';
import { useId } from 'react';
import { ConnectButton } from '#features/contas/connect-button.tsx';
import { handleOf, lostAccess, placeOf } from '#features/contas/conta-words.ts';
import { SituacaoBadge } from '#features/contas/situacao.tsx';
import { formatDateTime } from '#lib/numbers/format.ts';
import { May } from '#lib/session/may.tsx';
import { Button } from '#ui/button.tsx';

interface ContaCardProps {
  conta: Conta;
  onDisconnect: () => void;
}

export function ContaCard({ conta, onDisconnect }: ContaCardProps) {
  const navigate = useNavigate();
  const id = useId();
  const { marketplace, situacao } = conta;
  const configure = () =>
    navigate({
      to: '/configuracao/$marketplace/$accountId',
      params: { marketplace, accountId: conta.id },
    });
  return (
    <li className="flex min-w-0 flex-col gap-4 rounded-card border p-4">
      <div className="flex items-start gap-3">
        <span
          aria-hidden
          className="flex size-9 shrink-0 items-center justify-center rounded-control bg-accent text-accent-fg"
        >
          <Store className="size-4.5" />
        </span>
        <div className="min-w-0 flex-1">
          <h3 id={id} className="wrap-anywhere font-semibold text-body">
            {handleOf(conta)}
          </h3>
          <p className="truncate text-meta text-muted">{placeOf(conta)}</p>
        </div>
        <SituacaoBadge situacao={situacao} />
      </div>
      {situacao === 'reconectar' && (
        <p className="rounded-control bg-warn px-3 py-2 text-control text-warn-fg">{lostAccess(conta)}</p>
      )}
      <dl className="grid grid-cols-2 gap-3">
        <Moment term="Conectada em" at={conta.created_at} />
        <Moment term="Atualizada em" at={conta.updated_at} />
      </dl>
      <div className="mt-auto flex flex-wrap gap-2 border-t pt-3">
        {situacao === 'reconectar' && (
          <May call={contas.start}>
            <ConnectButton look="primary" marketplace={marketplace} aria-describedby={id}>
              Reconectar
            </ConnectButton>
          </May>
        )}
        <Button aria-describedby={id} onClick={configure}>
          Configurar
        </Button>
        <May call={contas.disconnect}>
          <Button look="ghost" aria-describedby={id} onClick={onDisconnect}>
            Desconectar
          </Button>
        </May>
      </div>
    </li>
  );
}

function Moment({ term, at }: { term: string; at: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-muted">{term}</dt>
      <dd className="text-control">
        <time dateTime={at}>{formatDateTime(at)}</time>
      </dd>
    </div>
  );
}
