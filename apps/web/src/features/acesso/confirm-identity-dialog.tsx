import { sessoes } from '@prumo/contract/acesso.ts';
import { google } from '@prumo/contract/google.ts';
import { call } from '#lib/api.ts';
import { asQuestion } from '#lib/dialogs/use-dialog.ts';
import { useLeaving } from '#lib/leaving/leaving.ts';
import { identity } from '#lib/session/confirm-identity.ts';
import { useSession } from '#lib/session/session.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { GoogleButton, notifyGoogleFailure } from './google-button.tsx';
import { hasPassword } from './has-password.ts';
import { IdentityForm } from './identity-form.tsx';

const cancel = () => identity.answer(false);

/** Shown before a sensitive act when the sign-in is not fresh. */
export function ConfirmIdentityDialog() {
  const { user } = useSession();
  if (!user) return null;
  const withPassword = hasPassword(user);
  const withCode = user.factors.some(({ status }) => status === 'verified');
  const back = <Button onClick={cancel}>Cancelar</Button>;
  return (
    <EagerDialog
      title="Confirme que é você"
      text="Por segurança, confirme sua identidade para continuar."
      place={asQuestion(cancel)}
    >
      {!withPassword && <GoogleConfirmation withCode={withCode} />}
      {withPassword || withCode ? (
        <IdentityForm
          email={user.email}
          withPassword={withPassword}
          withCode={withCode}
          submit="Confirmar"
          alternative={back}
          send={async (proof) => {
            await call(sessoes.confirm, { body: proof });
            identity.answer(true);
          }}
        />
      ) : (
        <DialogFooter>{back}</DialogFooter>
      )}
    </EagerDialog>
  );
}

/** Google's page replaces this one and returns to it. The person then repeats the act. */
function GoogleConfirmation({ withCode }: { withCode: boolean }) {
  const [busy, leave] = useLeaving(
    () => call(google.confirm, { body: { voltar: location.pathname + location.search } }),
    notifyGoogleFailure,
  );
  return (
    <DialogBody className="flex-none">
      <p className="text-body">
        {withCode
          ? 'Você entra com o Google: confirme por lá primeiro e, na volta, informe o código.'
          : 'Você entra com o Google: confirme por lá e volte para continuar.'}
      </p>
      <GoogleButton busy={busy} onPress={leave} />
    </DialogBody>
  );
}
