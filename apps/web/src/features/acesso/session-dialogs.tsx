import { type ComponentType, useEffect, useState } from 'react';
import { identity } from '#lib/confirm-identity.ts';
import { lapse } from '#lib/lapse.ts';
import { notifyFailure } from '#lib/notify.tsx';
import { type Question, useQuestion } from '#lib/question.ts';

const endedDialog = async () => (await import('./session-ended-dialog.tsx')).SessionEndedDialog;
const identityDialog = async () => (await import('./confirm-identity-dialog.tsx')).ConfirmIdentityDialog;

/** What calls may have to ask the person, over whatever is on screen. */
export function SessionDialogs() {
  return (
    <>
      <Asked question={identity} load={identityDialog} />
      <Asked question={lapse} load={endedDialog} />
    </>
  );
}

interface AskedProps<About> {
  question: Question<About>;
  load: () => Promise<ComponentType<{ about: About }>>;
}

/** Not `lazy`: a dialog that cannot be fetched would take the page, and what was typed, with it. */
function Asked<About>({ question, load }: AskedProps<About>) {
  const about = useQuestion(question);
  const [Dialog, setDialog] = useState<ComponentType<{ about: About }>>();
  const open = about !== undefined;

  useEffect(() => {
    if (!open) return;
    load().then(
      (loaded) => setDialog(() => loaded),
      (error: unknown) => {
        notifyFailure('Erro', 'Não foi possível abrir a confirmação. Verifique sua conexão.', error);
        question.answer(false);
      },
    );
  }, [open, load, question]);

  return open && Dialog ? <Dialog about={about} /> : null;
}
