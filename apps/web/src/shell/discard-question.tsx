import { useQuestion } from '#lib/session/question.ts';
import { discarding } from '#lib/unsaved-work.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

/** Asks whether to lose typed work, before the person leaves its form. */
export function DiscardQuestion() {
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
