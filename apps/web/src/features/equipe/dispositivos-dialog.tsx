import { type Dispositivo, equipe, type Membro } from '@prumo/contract/equipe.ts';
import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { queryOf } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { DialogBody } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { FailureState } from '#ui/failure-state.tsx';

interface DispositivosDialogProps {
  membro: Pick<Membro, 'user_id' | 'nome' | 'email'>;
  place: DialogPlace;
}

/** Shows a dono where a membro is signed in. Only the person can end these sessions, in their own profile. */
export function DispositivosDialog({ membro, place }: DispositivosDialogProps) {
  const { user_id, nome, email } = membro;
  const { data, error, refetch } = useQuery({
    ...queryOf(equipe.dispositivos, { params: { user_id } }),
    staleTime: 0,
  });
  return (
    <EagerDialog
      title={`Dispositivos de ${nome ?? email}`}
      text="Onde a conta desta pessoa está aberta agora, também em outras empresas."
      place={place}
    >
      <DialogBody>
        {data ? (
          <DispositivoList itens={data.itens} />
        ) : error ? (
          <FailureState message={error.message} onRetry={refetch} />
        ) : (
          <div role="status" aria-label="Carregando..." className="flex flex-col gap-2.5">
            <div className="skeleton h-9" />
            <div className="skeleton h-9" />
          </div>
        )}
      </DialogBody>
    </EagerDialog>
  );
}

function DispositivoList({ itens }: { itens: readonly Dispositivo[] }) {
  if (itens.length === 0)
    return (
      <p className="text-control text-muted">Esta pessoa não está conectada em nenhum dispositivo agora.</p>
    );
  return (
    <>
      <ul className="flex flex-col divide-y">
        {itens.map(({ dispositivo, criada_em, usada_em }) => {
          const Icon = /Android|iPhone|iPad|iOS/.test(dispositivo) ? Smartphone : Monitor;
          return (
            <li
              key={`${dispositivo} ${criada_em}`}
              className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0"
            >
              <Icon aria-hidden className="size-4 shrink-0 text-muted" />
              <div className="min-w-0 flex-1">
                <p className="break-words font-medium text-control">{dispositivo}</p>
                <p className="flex flex-wrap gap-x-3 text-meta text-muted">
                  <span>Desde {formatDateTime(criada_em)}</span>
                  <span>Última atividade em {formatDateTime(usada_em)}</span>
                </p>
              </div>
            </li>
          );
        })}
      </ul>
      <p className="text-control text-muted">
        Não reconhece um deles? Peça à pessoa que o encerre em Perfil, em Sessões.
      </p>
    </>
  );
}
