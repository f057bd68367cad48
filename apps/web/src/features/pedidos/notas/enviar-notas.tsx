import { notas } from '@prumo/contract/notas.ts';
import { FileUp } from 'lucide-react';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { useMay } from '#lib/session/may.tsx';
import { Button } from '#ui/button.tsx';

/** Opens the dialog that sends many notes, for people who may send one. */
export function EnviarNotas({ look }: { look: 'primary' | 'outline' }) {
  const { open } = useDialog('enviar-notas');
  if (!useMay(notas.send)) return null;
  return (
    <Button look={look} onClick={() => open()}>
      <FileUp aria-hidden />
      Enviar notas
    </Button>
  );
}
