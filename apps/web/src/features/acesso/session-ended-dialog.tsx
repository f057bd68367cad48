import { type Sessao, sessoes } from '@prumo/contract/acesso.ts';
import { google } from '@prumo/contract/google.ts';
import { type ReactNode, useState } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import { asQuestion } from '#lib/dialogs/use-dialog.ts';
import { notifyFailure } from '#lib/notify.ts';
import { giveUpSession, putOffSignIn, signedIn } from '#lib/session/session.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { CodeField } from './code-field.tsx';
import { GoogleButton, notifyGoogleFailure } from './google-button.tsx';
import { GOOGLE_FAILED } from './google-result.ts';
import { hasPassword } from './has-password.ts';
import { IdentityForm } from './identity-form.tsx';
import { useSecondFactor } from './use-second-factor.ts';

const BLOCKED = 'O navegador bloqueou a nova aba. Permita pop-ups para este site e tente de novo.';

/** Signs in again over the current screen. The form underneath stays unchanged. */
export function SessionEndedDialog({ about: { usuario } }: { about: Sessao }) {
  const [step, setStep] = useState<'senha' | 'codigo'>('senha');
  const [expired, setExpired] = useState<string>();
  const other = (
    <Button look="ghost" onClick={giveUpSession}>
      Entrar com outra conta
    </Button>
  );
  return (
    <EagerDialog
      title="Sua sessão terminou"
      text="Entre de novo para continuar de onde parou. O que você digitou está guardado."
      place={asQuestion(putOffSignIn)}
    >
      {expired && step === 'senha' && (
        <div className="px-5 pb-3">
          <Notice>{expired}</Notice>
        </div>
      )}
      {!hasPassword(usuario) && <GoogleTab alternative={other} />}
      {hasPassword(usuario) && step === 'senha' && (
        <IdentityForm
          email={usuario.email}
          withPassword
          withCode={false}
          submit="Entrar"
          alternative={other}
          send={async ({ senha = '' }) => {
            const entrou = await call(sessoes.create, { body: { email: usuario.email, senha } }).catch(
              wrongPassword,
            );
            if (entrou.situacao === 'entrou') signedIn(entrou.sessao);
            else setStep('codigo');
          }}
        />
      )}
      {step === 'codigo' && (
        <CodeForm
          alternative={other}
          onExpired={(error) => {
            setExpired(error.message);
            setStep('senha');
          }}
        />
      )}
    </EagerDialog>
  );
}

/** The e-mail is fixed here, so a 401 means that the password is wrong. */
function wrongPassword(error: unknown): never {
  if (!(error instanceof ProblemError) || error.status !== 401) throw error;
  throw new ProblemError({ ...error.problem, campos: { senha: 'Senha incorreta' } }, error.status);
}

interface CodeFormProps {
  alternative: ReactNode;
  onExpired: (error: ProblemError) => void;
}

function CodeForm({ alternative, onExpired }: CodeFormProps) {
  const { busy, field, submit } = useSecondFactor({
    onVerified: (sessao) => signedIn(sessao, 'MFA_CHALLENGE_VERIFIED'),
    onExpired,
  });
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <CodeField {...field} />
      </DialogBody>
      <DialogFooter className="justify-between">
        {alternative}
        <Button type="submit" look="primary" busy={busy}>
          Verificar
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Uses a separate tab, so that this page stays. The other tab broadcasts the sign-in, which closes the dialog. */
function GoogleTab({ alternative }: { alternative: ReactNode }) {
  const [busy, setBusy] = useState(false);
  function open() {
    // Opens during the click, because browsers block a pop-up that opens after an asynchronous answer.
    const tab = window.open('about:blank', '_blank');
    if (!tab) return notifyFailure(GOOGLE_FAILED, BLOCKED, 'no tab');
    tab.opener = null;
    setBusy(true);
    call(google.enter, { body: {} })
      .then(
        ({ url }) => tab.location.replace(url),
        (error: unknown) => {
          tab.close();
          notifyGoogleFailure(error);
        },
      )
      .finally(() => setBusy(false));
  }
  return (
    <>
      <DialogBody>
        <p className="text-body">Você entra com o Google. Ele abre em outra aba; depois, volte para esta.</p>
        <GoogleButton busy={busy} onPress={open} />
      </DialogBody>
      <DialogFooter className="justify-start">{alternative}</DialogFooter>
    </>
  );
}
