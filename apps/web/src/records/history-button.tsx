import { historico } from '@prumo/contract/historico.ts';
import { History } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/button.tsx';
import type { HistoryProps } from './history-dialog.tsx';

const HistoryDialog = lazy(async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog }));

const tabelaIn = historico.list.schema.querystring.shape.tabela;

interface HistoryButtonProps extends Omit<HistoryProps, 'tabela'> {
  /** The register, as the contract tags it. One without a history has no button. */
  tabela: string | undefined;
}

/** Opens who changed a record, when and what. */
export function HistoryButton({ tabela: tag, ...props }: HistoryButtonProps) {
  const [open, setOpen] = useState(false);
  const tabela = tabelaIn.safeParse(tag).data;
  if (!tabela) return null;
  return (
    <>
      <Button look="ghost" onClick={() => setOpen(true)}>
        <History aria-hidden />
        Histórico
      </Button>
      {open && (
        <Suspense>
          <HistoryDialog {...props} tabela={tabela} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
