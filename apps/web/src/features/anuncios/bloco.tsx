import type { BlocoDeAnuncios, ContaComAnuncios, UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import { agoOf } from '#lib/numbers/ago.ts';
import { formatMoney, formatQuantity } from '#lib/numbers/format.ts';
import { Photo } from '#ui/photo/photo.tsx';
import { detailOf, marketplaceOf, motivoDe } from './anuncio-words.ts';
import { aquiOf } from './aqui.ts';
import { LigarButton } from './ligar-button.tsx';
import { CotaCell } from './modo/cota-cell.tsx';
import { ModoButton } from './modo/modo-button.tsx';
import { MotivoChip } from './motivo-chip.tsx';
import { Aqui, AquiDaUnidade, Esperado, Publicado, Soma } from './numeros.tsx';

export interface BlocoProps {
  bloco: BlocoDeAnuncios;
  contas: ReadonlyMap<string, ContaComAnuncios>;
  now: number;
  /** Whether a conta narrows the list, so that other anuncios of a produto may be hidden. */
  isNarrowed: boolean;
  onLigar: (unit: UnidadeDeAnuncio) => void;
  onModo: (produtoId: string) => void;
}

const cell = 'px-3 py-1 first:pl-3.5 last:pr-3.5';

/** A produto with a line for each anuncio, or one anuncio without a produto. */
export function Bloco(props: BlocoProps) {
  const { bloco, isNarrowed, onModo } = props;
  const { produto, unidades, mais } = bloco;
  const aqui = aquiOf(bloco);
  const line = (unit: UnidadeDeAnuncio) => (
    <Linha key={`${unit.anuncio_id} ${unit.variacao_id}`} unit={unit} {...props} />
  );
  if (produto === null)
    return <tbody className="border-t first-of-type:border-t-0">{unidades.map(line)}</tbody>;
  return (
    <tbody className="border-t first-of-type:border-t-0">
      <tr className="h-12">
        <th scope="rowgroup" className={`${cell} text-left font-normal`}>
          <div className="flex min-w-0 items-center gap-2.5">
            <Photo src={produto.foto && thumbnailOf(produto.foto)} className="size-8" />
            <div className="min-w-0">
              <p className="truncate font-medium">{produto.nome}</p>
              <p className="truncate text-meta text-muted">
                {produto.sku} · saldo {formatQuantity(produto.saldo)}, reservado{' '}
                {formatQuantity(produto.reservado)}
              </p>
            </div>
          </div>
        </th>
        <td className={cell}>
          <ModoButton produto={produto} onModo={onModo} />
        </td>
        <td className={`${cell} text-right`}>
          {aqui !== undefined && <Aqui value={aqui} units={unidades} />}
        </td>
        <td className={`${cell} text-right`} colSpan={2}>
          <Soma bloco={bloco} isNarrowed={isNarrowed} />
        </td>
        <td className={cell} colSpan={2} />
      </tr>
      {unidades.map(line)}
      {mais && (
        <tr>
          <td className={`${cell} pb-2.5 text-meta text-muted`} colSpan={7}>
            Há mais anúncios deste produto. Busque pelo número de um deles.
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface LinhaProps extends BlocoProps {
  unit: UnidadeDeAnuncio;
}

function Linha({ unit, bloco, contas, now, onLigar }: LinhaProps) {
  const conta = contas.get(unit.conta_id);
  const motivo = motivoDe(unit, marketplaceOf(conta));
  const isLoose = bloco.produto === null;
  const detail = [detailOf(unit, bloco, contas), formatMoney(unit.preco)].filter(Boolean).join(' · ');
  return (
    <tr className={isLoose ? 'h-12' : 'h-9 last:[&>*]:pb-2.5'}>
      <th scope="row" className={`${cell} text-left font-normal`}>
        {isLoose ? (
          <div className="flex min-w-0 items-center gap-2.5">
            <Photo src={bloco.miniatura} className="size-8" />
            <div className="min-w-0">
              <p className="truncate font-medium">{unit.titulo || unit.anuncio_id}</p>
              <p className="truncate text-meta text-muted">
                {unit.anuncio_id} · {detail}
              </p>
            </div>
          </div>
        ) : (
          <div className="flex min-w-0 items-center gap-2 pl-4">
            <span aria-hidden className="-mt-2 h-4 w-3.5 shrink-0 rounded-bl-small border-b border-l" />
            <span className="shrink-0">{unit.anuncio_id}</span>
            <span title={detail} className="truncate text-meta text-muted">
              {detail}
            </span>
          </div>
        )}
      </th>
      <td className={cell}>
        {bloco.produto && <CotaCell unit={unit} modo={bloco.produto.publicacao.modo} />}
      </td>
      <td className={`${cell} text-right`}>
        <AquiDaUnidade unit={unit} bloco={bloco} />
      </td>
      <td className={`${cell} text-right`}>
        <Esperado unit={unit} />
      </td>
      <td className={`${cell} text-right`}>
        <Publicado unit={unit} />
      </td>
      <td className={cell}>
        <div className="flex items-center gap-2 pl-3">
          <MotivoChip motivo={motivo} />
          {unit.desde && (
            <span className="whitespace-nowrap text-meta text-muted">{agoOf(unit.desde, now)}</span>
          )}
        </div>
      </td>
      <td className={`${cell} text-right`}>
        <div className="flex items-center justify-end gap-2">
          {motivo.acao && (
            <span className="whitespace-nowrap text-meta text-muted max-[87rem]:hidden">{motivo.acao}</span>
          )}
          <LigarButton unit={unit} isLoose={isLoose} onLigar={onLigar} />
        </div>
      </td>
    </tr>
  );
}
