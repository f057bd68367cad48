import { produtos } from '@prumo/contract/produtos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { TrashButton } from '#records/history/trash-button.tsx';

/** The deleted produtos. Several come back as one lote, whose dialog follows. */
export function ProdutosTrash({ restored }: { restored: string }) {
  const queryClient = useQueryClient();
  const lote = useDialog('lote');
  return (
    <TrashButton
      of={produtos}
      nameOf={({ nome, sku }) => `${nome} (${sku})`}
      restored={restored}
      several={{
        nouns: ['produto', 'produtos'],
        async restore(ids, key) {
          const { restoreProdutos } = await import('#features/lotes/restore-produtos.ts');
          lote.open(await restoreProdutos(queryClient, ids, key));
        },
      }}
    />
  );
}
