import { sessoes } from '@prumo/contract/acesso.ts';
import { equipe } from '@prumo/contract/equipe.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { asQuestion } from '#lib/dialogs/use-dialog.ts';
import { notifySuccess } from '#lib/notify.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { useSession } from '#lib/session/session.ts';
import { useSwitchEmpresa } from '#lib/session/switch-empresa.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Dialog, DialogFooter } from '#ui/dialog/dialog.tsx';

interface LeaveEmpresaProps {
  isLastDono: boolean;
  /** Whether the person is the only membro. */
  isAlone: boolean;
  onTransfer: () => void;
  onClose: () => void;
}

export function LeaveEmpresa({ isLastDono, isAlone, onTransfer, onClose }: LeaveEmpresaProps) {
  if (!isLastDono) return <ConfirmLeave onClose={onClose} />;
  return (
    <Dialog
      title="Você é o último dono"
      text={
        isAlone
          ? 'A empresa não pode ficar sem dono. Convide outra pessoa e, quando ela aceitar, transfira a empresa a ela.'
          : 'A empresa não pode ficar sem dono. Antes de sair, transfira a empresa a outra pessoa ou faça dela também dona.'
      }
      className="md:w-[26rem]"
      place={asQuestion(onClose)}
    >
      <DialogFooter>
        <Button onClick={onClose}>Fechar</Button>
        {!isAlone && (
          <Button look="primary" onClick={onTransfer}>
            Transferir a empresa
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

function ConfirmLeave({ onClose }: { onClose: () => void }) {
  const { session } = useSession();
  const switchEmpresa = useSwitchEmpresa();
  const nome = session?.empresa.nome;
  const leave = useMutation({
    mutationFn: async () => {
      await call(equipe.leave);
      // The session goes on in another empresa of the person. Everyone has one.
      const { sessao } = await call(sessoes.current);
      if (sessao) await switchEmpresa(sessao.empresa.id);
      return sessao?.empresa.nome;
    },
    onSuccess: (next) => notifySuccess(`Você saiu de ${nome}`, next && `Esta aba agora trabalha em ${next}.`),
    onError: (error) => {
      notifyRefusal('Erro ao sair', error);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      question={`Sair de ${nome}?`}
      consequence="Você perde o acesso agora. O que você registrou continua com o seu nome. Para voltar, precisa de outro convite."
      confirm="Sair da empresa"
      busy={leave.isPending}
      onConfirm={() => leave.mutate()}
      onCancel={onClose}
    />
  );
}
