import { formatMoney } from '#lib/numbers/format.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { PromisedText } from './promised-text.tsx';
import type { Pergunta } from './recusa.ts';
import type { Venda } from './use-venda.ts';

/** Asks what the person has to decide before the sale is concluded. */
export function PerguntaDialog({
  venda: { pergunta, busy, store },
  total,
}: {
  venda: Venda;
  total: string | undefined;
}) {
  if (!pergunta) return null;
  const isPromised = pergunta.is === 'prometidas';
  return (
    <ConfirmDialog
      question={isPromised ? 'Vender peças prometidas?' : 'O preço mudou. Vender pelo novo?'}
      consequence={
        isPromised ? (
          <PromisedText
            prometidas={pergunta.prometidas}
            act={total ? `vender por ${formatMoney(total)}` : 'vender'}
          />
        ) : (
          <Changed pergunta={pergunta} />
        )
      }
      confirm={isPromised ? 'Vender assim mesmo' : 'Vender pelo preço novo'}
      busy={busy}
      onConfirm={() => void store.accept()}
      onCancel={store.goBack}
    />
  );
}

/** Names both prices, and how to keep the one that the cliente was told. */
const Changed = ({ pergunta: { precos } }: { pergunta: Extract<Pergunta, { is: 'precos' }> }) => (
  <>
    {precos.map(({ produto_id, nome, lido, novo }) => (
      <span key={produto_id} className="block">
        {nome}: era {formatMoney(lido)} quando foi lida e agora é {formatMoney(novo)}.
      </span>
    ))}
    <span className="mt-2 block">
      Se cancelar, a venda continua com os preços que estão na tela: confira-os e conclua de novo.
    </span>
  </>
);
