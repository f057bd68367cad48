import type { UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import { agoOf } from '#lib/numbers/ago.ts';
import { Photo } from '#ui/photo/photo.tsx';
import { detailOf, marketplaceOf, motivoDe } from './anuncio-words.ts';
import { aquiOf } from './aqui.ts';
import type { BlocoProps } from './bloco.tsx';
import { LigarButton } from './ligar-button.tsx';
import { CotaCell } from './modo/cota-cell.tsx';
import { ModoButton } from './modo/modo-button.tsx';
import { isCompared } from './modo/modo-words.ts';
import { MotivoChip } from './motivo-chip.tsx';
import { Aqui, Esperado, Publicado, Soma } from './numeros.tsx';

/** A bloco on a narrow screen. */
export function Cartao({ bloco, contas, now, isNarrowed, onLigar, onModo }: BlocoProps) {
  const { produto, unidades } = bloco;
  const [first] = unidades;
  const aqui = aquiOf(bloco);
  return (
    <li className="flex flex-col gap-2 p-3.5">
      <div className="flex items-center gap-2.5">
        <Photo
          src={produto ? produto.foto && thumbnailOf(produto.foto) : bloco.miniatura}
          className="size-10"
        />
        <div className="min-w-0">
          <p className="line-clamp-2 font-medium">{produto?.nome ?? (first?.titulo || first?.anuncio_id)}</p>
          <p className="truncate text-meta text-muted">{produto?.sku ?? 'Sem produto'}</p>
        </div>
      </div>
      {produto && (
        <div className="flex min-w-0 items-center justify-between gap-3">
          <ModoButton produto={produto} onModo={onModo} />
          <Soma bloco={bloco} isNarrowed={isNarrowed} />
        </div>
      )}
      <ul className="flex flex-col gap-2.5">
        {unidades.map((unit) => (
          <li key={`${unit.anuncio_id} ${unit.variacao_id}`} className="flex flex-col gap-1">
            <Numeros
              detail={detailOf(unit, bloco, contas)}
              unit={unit}
              aqui={aqui ?? unit.aqui}
              units={aqui === undefined ? [unit] : unidades}
            />
            {produto?.publicacao.modo === 'cotas' && isCompared(unit) && (
              <div className="flex items-baseline gap-2">
                <span aria-hidden className="text-meta text-muted">
                  Cota
                </span>
                <CotaCell unit={unit} modo="cotas" />
              </div>
            )}
            <div className="flex min-h-9 items-center gap-2">
              <MotivoChip motivo={motivoDe(unit, marketplaceOf(contas.get(unit.conta_id)))} />
              {unit.desde && <span className="truncate text-meta text-muted">{agoOf(unit.desde, now)}</span>}
              <span className="ml-auto">
                <LigarButton unit={unit} isLoose={produto === null} onLigar={onLigar} />
              </span>
            </div>
          </li>
        ))}
      </ul>
      {bloco.mais && (
        <p className="text-meta text-muted">
          Há mais anúncios deste produto. Busque pelo número de um deles.
        </p>
      )}
    </li>
  );
}

interface NumerosProps {
  detail: string;
  unit: UnidadeDeAnuncio;
  aqui: string | null;
  units: readonly UnidadeDeAnuncio[];
}

function Numeros({ detail, unit, aqui, units }: NumerosProps) {
  return (
    <dl className="flex items-end gap-3 text-control">
      <div className="min-w-0 flex-1">
        <dt className="sr-only">Anúncio</dt>
        <dd className="truncate">
          {unit.anuncio_id} <span className="text-meta text-muted">{detail}</span>
        </dd>
      </div>
      <div className="shrink-0 text-right">
        <dt className="text-meta text-muted">Aqui</dt>
        <dd>{aqui === null ? '–' : <Aqui value={aqui} units={units} />}</dd>
      </div>
      <div className="shrink-0 text-right">
        <dt className="text-meta text-muted">Esperado</dt>
        <dd>
          <Esperado unit={unit} />
        </dd>
      </div>
      <div className="shrink-0 text-right">
        <dt className="text-meta text-muted">Publicado</dt>
        <dd>
          <Publicado unit={unit} />
        </dd>
      </div>
    </dl>
  );
}
