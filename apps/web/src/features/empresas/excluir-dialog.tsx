import { DIAS_ATE_EXCLUIR, exclusao } from '@prumo/contract/empresas.ts';
import { type FormEvent, useState } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import { wasCancelled } from '#lib/session/confirm-identity.ts';
import { refreshSession } from '#lib/session/session.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';

interface ExcluirDialogProps {
  id: string;
  nome: string;
  place: DialogPlace;
}

/** Asks for the name of the empresa, so that nobody deletes another one by mistake. */
export function ExcluirDialog({ id, nome, place }: ExcluirDialogProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const close = () => !busy && place.close();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      await call(exclusao.request, { params: { id }, body: { nome: typed } });
      await refreshSession();
      notifySuccess('Exclusão marcada', 'Avisamos todos os membros por email.');
      place.close();
    } catch (cause) {
      const problem = cause instanceof ProblemError ? cause.problem : undefined;
      if (problem?.campos?.['nome']) setError(problem.campos['nome']);
      else if (!wasCancelled(cause)) notifyFailure('Erro ao excluir a empresa', problem?.mensagem, cause);
    } finally {
      setBusy(false);
    }
  }

  return (
    <EagerDialog
      title="Excluir a empresa"
      text={`Durante ${DIAS_ATE_EXCLUIR} dias ${nome} só pode ser consultada, e um dono pode cancelar.`}
      place={{ ...place, close }}
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          <p className="text-body">
            Depois disso tudo é apagado: cadastros, estoque, histórico, fotos e integrações. Não há volta. As
            integrações param agora. Se há contas de marketplace conectadas, desconecte-as antes, para
            encerrar a autorização também lá.
          </p>
          <Field label={`Digite ${nome} para confirmar`} error={error}>
            {(wiring) => (
              <Input
                {...wiring}
                value={typed}
                autoComplete="off"
                onChange={({ target }) => {
                  setTyped(target.value);
                  setError(undefined);
                }}
              />
            )}
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button disabled={busy} onClick={close}>
            Voltar
          </Button>
          <Button type="submit" look="danger" busy={busy} disabled={typed !== nome}>
            Excluir a empresa
          </Button>
        </DialogFooter>
      </form>
    </EagerDialog>
  );
}
