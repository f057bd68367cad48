import type { ComponentType } from 'react';
import { useLoaded } from '#lib/loading/use-loaded.ts';
import { identity } from '#lib/session/confirm-identity.ts';
import { lapse } from '#lib/session/lapse.ts';
import { loss } from '#lib/session/loss.ts';
import { type Question, useQuestion } from '#lib/session/question.ts';
import { DialogShell } from '#ui/dialog/dialog-shell.tsx';

const endedDialog = async () => (await import('./session-ended-dialog.tsx')).SessionEndedDialog;
const lossDialog = async () => (await import('./empresa-lost-dialog.tsx')).EmpresaLostDialog;
const identityDialog = async () => (await import('./confirm-identity-dialog.tsx')).ConfirmIdentityDialog;

/** Dialogs that calls open over any screen to ask the person a question. */
export function SessionDialogs() {
  return (
    <>
      <Asked question={identity} load={identityDialog} title="Confirme que é você" />
      <Asked question={lapse} load={endedDialog} title="Sua sessão terminou" />
      <Asked question={loss} load={lossDialog} title="Você saiu desta empresa" />
    </>
  );
}

interface AskedProps<About> {
  question: Question<About>;
  load: () => Promise<ComponentType<{ about: About }>>;
  title: string;
}

function Asked<About>({ question, load, title }: AskedProps<About>) {
  const about = useQuestion(question);
  const cancel = () => question.answer(false);
  const Dialog = useLoaded(about !== undefined, load, 'a confirmação', cancel);
  if (about === undefined) return null;
  return Dialog ? <Dialog about={about} /> : <DialogShell title={title} onClose={cancel} />;
}
