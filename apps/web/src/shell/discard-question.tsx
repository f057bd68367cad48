import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { guardWork } from '#lib/dialogs/dialog-history.ts';
import { discarding } from '#lib/dialogs/leaving-work.ts';
import { useQuestion } from '#lib/session/question.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';

/** Asks whether to lose typed work, before the person leaves its form. */
export function DiscardQuestion() {
  const router = useRouter();
  useEffect(() => guardWork(router), [router]);
  const words = useQuestion(discarding);
  if (!words) return null;
  return (
    <ConfirmDialog
      {...words}
      confirm="Descartar"
      busy={false}
      onConfirm={() => discarding.answer(true)}
      onCancel={() => discarding.answer(false)}
    />
  );
}
