import { confirmacoes } from '@prumo/contract/acesso.ts';
import { useState } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/** For a person who cannot sign in because they never opened the sign-up link. */
export function ResendConfirmation({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  async function resend() {
    setBusy(true);
    try {
      await call(confirmacoes.resend, { body: { email } });
      notifySuccess('Link enviado', `Procure em ${email} e também na caixa de spam.`);
    } catch (error) {
      notifyFailure('Erro ao enviar link', error instanceof ProblemError ? error.message : undefined, error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Notice>
      <p>Abra o link que enviamos para {email}. Não chegou?</p>
      <Button className="self-start" busy={busy} onClick={() => void resend()}>
        Reenviar link
      </Button>
    </Notice>
  );
}
