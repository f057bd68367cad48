import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { fatores, type NovoFator } from '@prumo/contract/fatores.ts';
import { useController, useForm } from 'react-hook-form';
import { DialogForm } from '#features/perfil/dialog-form.tsx';
import { showRefusal } from '#features/perfil/show-refusal.ts';
import { call } from '#lib/api.ts';
import { asQuestion } from '#lib/dialogs/use-dialog.ts';
import { useUnsavedWork } from '#lib/leaving/use-unsaved-work.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { CodeInput } from '#ui/form/code-input.tsx';
import { Field } from '#ui/form/field.tsx';
import { QrCode } from './qr-code.tsx';

interface EnrolDialogProps {
  fator: NovoFator;
  /** Says why two-step verification is needed, when the person came to do something else. */
  reason?: string;
  onVerified: (codigos: string[]) => void;
  onClose: () => void;
}

export function EnrolDialog({ fator, reason, onVerified, onClose }: EnrolDialogProps) {
  const form = useForm({
    resolver: standardSchemaResolver(fatores.verify.schema.body),
    defaultValues: { codigo: '' },
  });
  const { field: codigo } = useController({ control: form.control, name: 'codigo' });
  const { errors, isSubmitting } = form.formState;
  useUnsavedWork(true, () => codigo.value !== '');
  // The secret is shown once and must not be in an address. Stays open while sending, because the request to confirm
  // the identity may appear on top of it.
  const place = asQuestion(() => !isSubmitting && onClose());

  const verify = form.handleSubmit(async (body) => {
    try {
      const { codigos } = await call(fatores.verify, { params: { id: fator.id }, body });
      onVerified(codigos);
    } catch (error) {
      showRefusal(error, { setError: form.setError, fields: ['codigo'], title: 'Erro ao atualizar' });
    }
  });

  return (
    <Dialog
      title="Ligar a verificação em duas etapas"
      text="Um aplicativo autenticador mostra no celular um código que muda a cada 30 segundos, como o Google Authenticator, o Microsoft Authenticator ou o 1Password."
      place={place}
    >
      <DialogForm submit="Ativar" busy={isSubmitting} onSubmit={verify} place={place}>
        {reason && (
          <p className="rounded-control bg-accent px-3 py-2 text-accent-fg text-control">{reason}</p>
        )}
        <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
          <QrCode text={fator.uri} label="Código QR para o aplicativo autenticador" />
          <div className="flex min-w-0 flex-col gap-2 text-control max-sm:w-full">
            <p>Abra o aplicativo, escolha adicionar uma conta e aponte a câmera para o código QR.</p>
            <p className="text-muted">Se não puder usar a câmera, digite esta chave no aplicativo:</p>
            <p className="break-words rounded-control border bg-bg px-2.5 py-1.5 font-mono tracking-normal">
              {inFours(fator.segredo)}
            </p>
            <div>
              <CopyButton text={fator.segredo} label="Copiar a chave" />
            </div>
          </div>
        </div>
        <Field
          label="Código"
          hint="Os seis números que o aplicativo mostra agora. Ao ativar, suas outras sessões são encerradas."
          error={errors.codigo?.message}
        >
          {(wiring) => (
            <CodeInput
              {...wiring}
              ref={codigo.ref}
              value={codigo.value}
              readOnly={isSubmitting}
              onBlur={codigo.onBlur}
              onCode={codigo.onChange}
            />
          )}
        </Field>
      </DialogForm>
    </Dialog>
  );
}

/** Groups of four, as authenticators show the secret, so that the person does not lose their place while typing. */
const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
