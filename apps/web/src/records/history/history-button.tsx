import { historico } from '@prumo/contract/historico.ts';
import { History } from 'lucide-react';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { useLoaded } from '#lib/loading/use-loaded.ts';
import { Button } from '#ui/button.tsx';
import { DialogShell } from '#ui/dialog/dialog-shell.tsx';
import type { HistoryProps } from './history-dialog.tsx';

const historyDialog = async () => (await import('./history-dialog.tsx')).HistoryDialog;

const tabelaIn = historico.list.schema.querystring.shape.tabela;

interface HistoryButtonProps extends Omit<HistoryProps, 'tabela'> {
  /** The register's tag in the contract. A register without history gets no button. */
  tabela: string | undefined;
}

/** Opens the history of a record: who changed it, when, and how. */
export function HistoryButton({ tabela: tag, ...props }: HistoryButtonProps) {
  const { open, place } = useDialog('historico');
  const tabela = tabelaIn.safeParse(tag).data;
  const HistoryDialog = useLoaded(place !== undefined, historyDialog, 'o histórico', () => place?.close());
  if (!tabela) return null;
  return (
    <>
      <Button look="ghost" onClick={() => open()}>
        <History aria-hidden />
        Histórico
      </Button>
      {HistoryDialog && place ? (
        <HistoryDialog {...props} tabela={tabela} place={place} />
      ) : (
        place && <DialogShell title="Histórico" onClose={place.close} />
      )}
    </>
  );
}
