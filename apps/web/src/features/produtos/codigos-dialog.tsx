import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { Barcode } from 'lucide-react';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

interface CodigosDialogProps {
  produto: Pick<ProdutoListado, 'nome' | 'cod_referencia'>;
  onClose: () => void;
}

export function CodigosDialog({ produto: { nome, cod_referencia }, onClose }: CodigosDialogProps) {
  return (
    <Dialog title="Códigos de Referência" text={nome} onClose={onClose}>
      <DialogBody>
        {cod_referencia.length === 0 ? (
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
