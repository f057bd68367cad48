import { Download } from 'lucide-react';
import { saveFile } from '#lib/files/save-file.ts';
import { useUnsavedWork } from '#lib/leaving/use-unsaved-work.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { FirmDialog } from '#ui/dialog/firm-dialog.tsx';

interface CodigosDialogProps {
  codigos: readonly string[];
  /** Called when the person confirms that they have stored the codes. */
  onKept: () => void;
}

const WORDS = {
  question: 'Sair sem guardar os códigos?',
  consequence: 'Eles não serão mostrados de novo.',
};

export function CodigosDialog({ codigos, onKept }: CodigosDialogProps) {
  useUnsavedWork(true, () => true, { words: WORDS });
  const text = codigos.join('\n');
  return (
    <FirmDialog
      title="Códigos de reserva"
      text="Guarde-os agora: não serão mostrados de novo. Sem o celular, cada um vale uma entrada."
    >
      <DialogBody>
        <ul
          aria-label="Códigos de reserva"
          className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-card border bg-bg px-4 py-3 font-mono text-body tracking-normal"
        >
          {codigos.map((codigo) => (
            <li key={codigo}>{codigo}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={text} />
          <Button onClick={() => download(text)}>
            <Download aria-hidden />
            Baixar
          </Button>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="primary" onClick={onKept}>
          Guardei os códigos
        </Button>
      </DialogFooter>
    </FirmDialog>
  );
}

const download = (codigos: string) =>
  saveFile(
    new Blob([`Códigos de reserva do Prumo. Cada um vale uma vez.\n\n${codigos}\n`], { type: 'text/plain' }),
    'prumo-codigos-de-reserva.txt',
  );
