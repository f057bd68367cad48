import { fatores } from '@prumo/contract/fatores.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useReloadPerfil } from '#features/perfil/perfil-query.ts';
import { call } from '#lib/api.ts';
import { later } from '#lib/loading/later.tsx';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { Notice } from '#ui/notice.tsx';

const CodigosDialog = later(async () => (await import('./codigos-dialog.tsx')).CodigosDialog);

const FEW = 3;

/** Shows how many backup codes are left, and generates new ones. */
export function CodigosLeft({ left }: { left: number }) {
  const [asking, setAsking] = useState(false);
  const reload = useReloadPerfil();
  const renew = useMutation({
    mutationFn: () => call(fatores.renewCodigos),
    onSuccess: () => void reload(),
    onError: (error) => notifyRefusal('Erro ao gerar novos códigos', error),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      {left <= FEW && (
        <Notice>
          <p>Gere novos códigos de reserva: sem eles, quem perde o celular perde o acesso à conta.</p>
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-control">{leftSentence(left)}</p>
        <Button onClick={() => setAsking(true)}>Gerar novos códigos</Button>
      </div>
      {asking && (
        <ConfirmDialog
          question="Gerar novos códigos de reserva?"
          consequence="Os códigos que você guardou antes deixam de valer."
          confirm="Gerar novos códigos"
          busy={renew.isPending}
          onConfirm={() => renew.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
      {renew.data && (
        <Opening title="Códigos de reserva" onClose={renew.reset}>
          <CodigosDialog codigos={renew.data.codigos} onKept={renew.reset} />
        </Opening>
      )}
    </>
  );
}

function leftSentence(left: number) {
  if (left === 0) return 'Não resta nenhum código de reserva';
  return left === 1 ? 'Resta 1 código de reserva' : `Restam ${left} códigos de reserva`;
}
