import type { ComponentType } from 'react';
import { identity } from '#lib/session/confirm-identity.ts';
import { lapse } from '#lib/session/lapse.ts';
import { loss } from '#lib/session/loss.ts';
import { type Question, useQuestion } from '#lib/session/question.ts';
import { useLoaded } from '#lib/use-loaded.ts';

const endedDialog = async () => (await import('./session-ended-dialog.tsx')).SessionEndedDialog;
const lossDialog = async () => (await import('./empresa-lost-dialog.tsx')).EmpresaLostDialog;
const identityDialog = async () => (await import('./confirm-identity-dialog.tsx')).ConfirmIdentityDialog;

/** Dialogs that calls open over any screen to ask the person a question. */
export function SessionDialogs() {
  return (
    <>
      <Asked question={identity} load={identityDialog} />
      <Asked question={lapse} load={endedDialog} />
      <Asked question={loss} load={lossDialog} />
    </>
  );
}

interface AskedProps<About> {
  question: Question<About>;
  load: () => Promise<ComponentType<{ about: About }>>;
}

function Asked<About>({ question, load }: AskedProps<About>) {
  const about = useQuestion(question);
  const Dialog = useLoaded(about !== undefined, load, 'a confirmação', () => question.answer(false));
  return about !== undefined && Dialog ? <Dialog about={about} /> : null;
}
