import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { Opening } from '#ui/dialog/opening.tsx';

const CodigosDialog = later(async () => (await import('./codigos-dialog.tsx')).CodigosDialog);

const EstoqueDialog = later(async () => (await import('./estoque-dialog.tsx')).EstoqueDialog);

const EtiquetasDialog = later(
  async () => (await import('#features/produtos/etiquetas/etiquetas-dialog.tsx')).EtiquetasDialog,
);

/** The dialogs about produtos of the list. The buttons of the page open them by the address. */
export function ProdutosDialogs({ listed }: { listed: readonly ProdutoListado[] }) {
  const codigos = useDialog('codigos');
  const estoque = useDialog('estoque');
  const etiquetas = useDialog('etiquetas');
  const shown = ([id = '']: readonly string[] = []) => ({
    id,
    listed: listed.find((produto) => produto.id === id),
  });
  return (
    <>
      {codigos.place && (
        <Opening title="Códigos de Referência" onClose={codigos.place.close}>
          <CodigosDialog {...shown(codigos.args)} place={codigos.place} />
        </Opening>
      )}
      {estoque.place && (
        <Opening title="Estoque por Depósito" onClose={estoque.place.close}>
          <EstoqueDialog {...shown(estoque.args)} place={estoque.place} />
        </Opening>
      )}
      {etiquetas.place && etiquetas.args && (
        <Opening title="Etiquetas" className="md:w-[40rem]" onClose={etiquetas.place.close}>
          <EtiquetasDialog ids={etiquetas.args} listed={listed} place={etiquetas.place} />
        </Opening>
      )}
    </>
  );
}
