import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { Barcode } from 'lucide-react';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog, DialogBody } from '#ui/dialog/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { useProduto } from './use-produto.ts';

interface CodigosDialogProps {
  id: string;
  /** The produto, if it is on the page of the list. */
  listed: ProdutoListado | undefined;
  place: DialogPlace;
}

export function CodigosDialog({ id, listed, place }: CodigosDialogProps) {
  const { produto, error, refetch } = useProduto(id, listed);
  const cod_referencia = produto?.cod_referencia ?? [];
  return (
    <Dialog title="Códigos de Referência" {...(produto && { text: produto.nome })} place={place}>
      <DialogBody>
        {error ? (
          <FailureState message={error.message} onRetry={refetch} />
        ) : !produto ? (
          <p role="status" className="text-control text-muted">
            Carregando...
          </p>
        ) : cod_referencia.length === 0 ? (
          <EmptyState icon={Barcode}>Este produto não tem códigos de referência.</EmptyState>
        ) : (
          <ul className="flex flex-col divide-y rounded-card border">
            {cod_referencia.map((codigo) => (
              <li key={codigo} className="flex items-center justify-between gap-3 py-1.5 pr-1.5 pl-3.5">
                <span className="min-w-0 break-all font-medium text-control">{codigo}</span>
                <CopyButton text={codigo} label={`Copiar ${codigo}`} />
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
    </Dialog>
  );
}
