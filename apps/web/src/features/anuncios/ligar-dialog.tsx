import type { BlocoDeAnuncios, UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import { ProdutoPicker } from '#features/produtos/produto-picker.tsx';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Acts } from './use-acts.ts';

interface LigarDialogProps {
  /** What to link. Undefined when the address names an anuncio that is not on the screen. */
  chosen: { unit: UnidadeDeAnuncio; produto: BlocoDeAnuncios['produto'] } | undefined;
  acts: Acts;
  place: DialogPlace;
}

/** Links an anuncio to a produto, changes the link, or cuts it. */
export function LigarDialog({ chosen, acts, place }: LigarDialogProps) {
  const title = chosen?.produto ? 'Trocar o produto do anúncio' : 'Ligar a um produto';
  return (
    <EagerDialog title={title} {...(chosen && { text: nameOf(chosen.unit) })} place={place}>
      {chosen ? (
        <Escolha {...chosen} acts={acts} place={place} />
      ) : (
        <DialogBody>
          <Notice>Este anúncio não está nesta lista. Busque pelo número dele e abra de novo.</Notice>
        </DialogBody>
      )}
    </EagerDialog>
  );
}

function Escolha({
  unit,
  produto,
  acts,
  place,
}: NonNullable<LigarDialogProps['chosen']> & Omit<LigarDialogProps, 'chosen'>) {
  const busy = acts.busy === unit.anuncio_id;
  const antes = produto?.id ?? null;
  const become = async (produto_id: string | null) => {
    if (await acts.link(unit, { antes, produto_id })) place.cancel();
  };
  return (
    <>
      <DialogBody>
        {produto && (
          <p className="text-control">
            <span className="text-muted">Ligado a </span>
            <span className="font-medium">{produto.nome}</span>
            <span className="text-muted"> · {produto.sku}</span>
          </p>
        )}
        <ProdutoPicker busy={busy} except={produto?.id} onChoose={({ id }) => void become(id)} />
        <p className="text-meta text-muted">
          {produto
            ? 'As vendas novas saem do produto escolhido. As reservas das vendas já feitas não mudam agora: a que ainda não saiu passa para ele na próxima notícia da venda. Nada muda no marketplace.'
            : 'As vendas novas deste anúncio saem deste produto. Nada muda no marketplace.'}
        </p>
      </DialogBody>
      <DialogFooter>
        {produto && (
          <Button className="mr-auto" busy={busy} onClick={() => void become(null)}>
            Desligar do produto
          </Button>
        )}
        <Button onClick={place.cancel}>Cancelar</Button>
      </DialogFooter>
    </>
  );
}

const nameOf = ({ titulo, variacao, anuncio_id }: UnidadeDeAnuncio): string =>
  `${titulo || anuncio_id}${variacao && ` (${variacao})`}`;
