import { DIAS_ATE_EXCLUIR } from '@prumo/contract/empresas.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { useSession } from '#lib/session/session.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CancelExclusao } from './cancel-exclusao.tsx';
import { dayOf } from './exclusao-day.ts';

const load = async () => (await import('./excluir-dialog.tsx')).ExcluirDialog;

/** Lets a dono delete the empresa, or cancel the deletion. */
export function ExcluirCard() {
  const { session } = useSession();
  const { open, place } = useDialog('excluir-empresa');
  const Dialog = useLoaded(place !== undefined, load, 'a exclusão', () => place?.close());
  if (!session) return null;
  const { nome, exclui_em } = session.empresa;
  return (
    <Card
      title="Excluir a empresa"
      text={
        exclui_em
          ? `Tudo será apagado em ${dayOf(exclui_em)}. Até lá um dono pode cancelar.`
          : `Depois de ${DIAS_ATE_EXCLUIR} dias, apaga cadastros, estoque, histórico, fotos e integrações de ${nome}.`
      }
      action={
        exclui_em ? (
          <CancelExclusao />
        ) : (
          <Button look="danger" onClick={() => open()}>
            Excluir a empresa
          </Button>
        )
      }
    >
      {place && Dialog && !exclui_em && <Dialog nome={nome} id={session.empresa.id} place={place} />}
    </Card>
  );
}
