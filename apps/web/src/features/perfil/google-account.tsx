import { perfil as endpoints, type Perfil } from '@prumo/contract/perfil.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/api.ts';
import { useLeaving } from '#lib/leaving/leaving.ts';
import { notifySuccess } from '#lib/notify.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { useReloadPerfil } from './perfil-query.ts';

/** Shows the linked Google account, and links or unlinks one. */
export function GoogleAccount({ perfil }: { perfil: Perfil }) {
  if (perfil.google) return <LinkedAccount google={perfil.google} canUnlink={perfil.tem_senha} />;
  if (perfil.google_disponivel) return <LinkAccount />;
  return <p className="text-control text-muted">A entrada com Google não está configurada neste servidor.</p>;
}

function LinkAccount() {
  const [busy, leave] = useLeaving(
    () => call(endpoints.linkGoogle),
    (error) => notifyRefusal('Erro ao vincular conta Google', error),
  );
  return (
    <div>
      <Button busy={busy} onClick={leave}>
        Vincular conta Google
      </Button>
    </div>
  );
}

interface LinkedAccountProps {
  google: NonNullable<Perfil['google']>;
  canUnlink: boolean;
}

function LinkedAccount({ google, canUnlink }: LinkedAccountProps) {
  const [asking, setAsking] = useState(false);
  const reload = useReloadPerfil();
  const unlink = useMutation({
    mutationFn: () => call(endpoints.unlinkGoogle),
    onSuccess: () => {
      notifySuccess('Conta Google desvinculada');
      return reload();
    },
    onError: (error) => notifyRefusal('Erro ao desvincular conta Google', error),
    onSettled: () => setAsking(false),
  });
  const name = google.email ?? 'Conta Google';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 break-words text-control">
        <span className="text-muted">Conta vinculada: </span>
        <span className="font-medium">{name}</span>
      </p>
      <Button disabled={!canUnlink} onClick={() => setAsking(true)}>
        Desvincular
      </Button>
      {!canUnlink && (
        <p className="w-full text-control text-muted">
          Crie uma senha antes de desvincular a conta Google: ela é sua única forma de entrar.
        </p>
      )}
      {asking && (
        <ConfirmDialog
          question="Desvincular a conta Google?"
          consequence={`${name} deixa de entrar nesta conta. Você continua entrando com email e senha.`}
          confirm="Desvincular"
          busy={unlink.isPending}
          onConfirm={() => unlink.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}
