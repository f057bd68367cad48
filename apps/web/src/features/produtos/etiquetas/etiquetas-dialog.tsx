import { type ProdutoListado, produtos } from '@prumo/contract/produtos.ts';
import { useQueries } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { Dialog, DialogBody } from '#ui/dialog/dialog.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { EtiquetasForm } from './etiquetas-form.tsx';

interface EtiquetasDialogProps {
  /** The produtos to label: one from its row, several from a selection. */
  ids: readonly string[];
  /** Those of them that are on the page of the list. The others are loaded. */
  listed: readonly ProdutoListado[];
  place: DialogPlace;
}

/** Prints labels of produtos. Import it lazily: it brings the code that draws barcodes. */
export function EtiquetasDialog({ ids, listed, place }: EtiquetasDialogProps) {
  const loaded = useQueries({
    queries: ids.map((id) => {
      const known = listed.find((produto) => produto.id === id);
      const query = queryOf(produtos.get, { params: { id } });
      return { ...query, enabled: known === undefined };
    }),
  });
  const failed = loaded.find(({ error }) => error);
  const found = ids.flatMap(
    (id, at) => listed.find((produto) => produto.id === id) ?? loaded[at]?.data ?? [],
  );
  const [first] = found;
  const text = found.length > 1 ? `${found.length} produtos` : first?.nome;
  return (
    <Dialog title="Etiquetas" {...(text && { text })} className="md:w-[40rem]" place={place}>
      {failed?.error ? (
        <DialogBody>
          <FailureState
            message={failed.error.message}
            onRetry={() =>
              void Promise.all(loaded.filter(({ error }) => error).map(({ refetch }) => refetch()))
            }
          />
        </DialogBody>
      ) : found.length < ids.length ? (
        <DialogBody role="status" aria-label="Carregando...">
          <div className="skeleton h-9 shrink-0" />
          <div className="skeleton h-9 shrink-0" />
          <div className="skeleton h-24 shrink-0" />
        </DialogBody>
      ) : (
        <EtiquetasForm produtos={found} place={place} />
      )}
    </Dialog>
  );
}
