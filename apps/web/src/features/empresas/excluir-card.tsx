import { DIAS_ATE_EXCLUIR } from '@prumo/contract/empresas.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { formatDate } from '#lib/numbers/format.ts';
import { useSession } from '#lib/session/session.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { CancelExclusao } from './cancel-exclusao.tsx';

const ExcluirDialog = later(async () => (await import('./excluir-dialog.tsx')).ExcluirDialog);

/** Lets a dono delete the empresa, or cancel the deletion. */
export function ExcluirCard() {
  const { session } = useSession();
  const { open, place } = useDialog('excluir-empresa');
  if (!session) return null;
  const { nome, exclui_em } = session.empresa;
  return (
    <Card
      title="Excluir a empresa"
      text={
        exclui_em
          ? `Tudo será apagado em ${formatDate(exclui_em)}. Até lá um dono pode cancelar.`
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
      {place && !exclui_em && (
        <Opening title="Excluir a empresa" onClose={place.close}>
          <ExcluirDialog nome={nome} id={session.empresa.id} place={place} />
        </Opening>
      )}
    </Card>
  );
}
