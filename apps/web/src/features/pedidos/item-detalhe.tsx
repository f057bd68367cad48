import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import type { PedidoAberto } from '@prumo/contract/pedidos-fila.ts';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { cn } from '#lib/class-names.ts';
import { formatQuantity } from '#lib/numbers/format.ts';
import { formatSigned } from '#records/stock/disponibilidade.tsx';
import { Button } from '#ui/button.tsx';
import { Photo } from '#ui/photo/photo.tsx';

interface ItemDetalheProps {
  item: PedidoAberto['itens'][number];
  /** Whether a scanner has read a piece of it. */
  lida: boolean;
  onFalta: (reservaId: string) => void;
  onConferir: (reservaId: string) => void;
}

/** One item of a parcel with the three numbers of its deposito. */
export function ItemDetalhe({ item, lida, onFalta, onConferir }: ItemDetalheProps) {
  const { foto, nome, sku, deposito_nome, quantidade, produto_id, reserva_id, falta, a_conferir } = item;
  return (
    <li className="flex flex-col gap-2.5">
      <div className="flex items-center gap-3">
        <Photo src={foto && thumbnailOf(foto)} className="size-10" />
        <div className="min-w-0 flex-1">
          {produto_id ? (
            <Link
              to="/catalogo/produtos"
              search={{ abrir: produto_id }}
              className="block rounded-small font-medium text-control hover:underline"
            >
              {nome ?? 'Produto sem nome'}
            </Link>
          ) : (
            <p className="font-medium text-control">{nome ?? 'Anúncio sem nome'}</p>
          )}
          <p className="text-meta text-muted">
            {[sku, deposito_nome].filter(Boolean).join(' · ') ||
              'Este anúncio não está ligado a um produto. Ligue-o na importação da conta.'}
          </p>
        </div>
        {lida && (
          <span className="inline-flex items-center gap-1 font-medium text-meta text-ok-fg">
            <CircleCheck aria-hidden className="size-4" />
            Lida
          </span>
        )}
        <span className="font-semibold text-body">
          ×{quantidade}
          <span className="sr-only"> unidades</span>
        </span>
      </div>
      {item.saldo !== null && item.reservado_total !== null && item.disponivel !== null && (
        <dl className="grid grid-cols-3 divide-x rounded-card border text-control [&>div]:px-3 [&>div]:py-1.5">
          <div>
            <dt className="text-meta text-muted">Saldo</dt>
            <dd className="font-semibold">{formatSigned(item.saldo)}</dd>
          </div>
          <div>
            <dt className="text-meta text-muted">Reservado</dt>
            <dd className="font-semibold">
              {formatQuantity(item.reservado_total)}{' '}
              <span className="font-normal text-meta text-muted">{item.reservado} deste pedido</span>
            </dd>
          </div>
          <div>
            <dt className="text-meta text-muted">Disponível</dt>
            <dd className={cn('font-semibold', Number(item.disponivel) < 0 && 'text-bad-fg')}>
              {formatSigned(item.disponivel)}{' '}
              {item.minimo && (
                <span className="font-normal text-meta text-muted">mínimo {formatQuantity(item.minimo)}</span>
              )}
            </dd>
          </div>
        </dl>
      )}
      {falta > 0 && reserva_id && (
        <Button
          className="self-start border-transparent bg-bad text-bad-fg"
          onClick={() => onFalta(reserva_id)}
        >
          Falta {falta}: escolher outro depósito
        </Button>
      )}
      {a_conferir > 0 && reserva_id && (
        <Button className="self-start" onClick={() => onConferir(reserva_id)}>
          Conferir {a_conferir} {a_conferir === 1 ? 'peça' : 'peças'}
        </Button>
      )}
    </li>
  );
}
