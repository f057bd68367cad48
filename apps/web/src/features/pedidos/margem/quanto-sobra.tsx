import { type LinhaDaMargem, type MargemDoPedido, margem } from '@prumo/contract/margem.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { formatMoney } from '#lib/numbers/format.ts';
import { Badge } from '#ui/badge.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import {
  custoText,
  FALTAS,
  origemText,
  percentText,
  percentTone,
  sobraText,
  tipoText,
  withoutText,
} from './margem-words.ts';

/** What is left of a parcel, line by line. Each line opens to the entries that it adds up. */
export function QuantoSobra({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({ ...queryOf(margem.get, { params: { id } }), staleTime: 0 });
  return (
    <section aria-label="Quanto sobra" className="px-4 py-3">
      <div className="flex items-baseline justify-between gap-3 text-meta text-muted">
        <h3>Quanto sobra</h3>
        {data?.estimada && <span>estimado até a fatura do mês</span>}
      </div>
      {data ? (
        <Linhas margem={data} />
      ) : error ? (
        <FailureState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Calculando quanto sobra" className="mt-2 flex flex-col gap-2">
          <div className="skeleton h-5" />
          <div className="skeleton h-5 w-3/4" />
        </div>
      )}
    </section>
  );
}

function Linhas({
  margem: { venda, estornado, linhas, margem: sobra, percentual, falta },
}: {
  margem: MargemDoPedido;
}) {
  return (
    <>
      <div className="mt-1.5 flex flex-col text-control">
        <p className="flex justify-between gap-3 py-0.5 pl-[18px]">
          <span className="text-muted">Venda</span>
          {formatMoney(venda)}
        </p>
        {/[1-9]/.test(estornado) && (
          <p className="flex justify-between gap-3 py-0.5 pl-[18px]">
            <span className="text-muted">Devolvido ao comprador</span>
            {custoText(estornado)}
          </p>
        )}
        {linhas.map((linha) => (
          <Linha key={linha.tipo} linha={linha} venda={venda} />
        ))}
      </div>
      <p className="mt-1.5 flex items-center justify-between gap-3 border-t pt-1.5 pl-[18px] font-semibold text-body">
        <span className="flex items-center gap-2">
          Margem{sobra !== null && withoutText(falta)}
          {percentual !== null && <Badge tone={percentTone(percentual)}>{percentText(percentual)}</Badge>}
        </span>
        {sobra === null ? <span className="font-normal text-muted">-</span> : sobraText(sobra)}
      </p>
      {falta.map((each) => (
        <p key={each} className="mt-1 text-meta text-muted">
          {each === 'aliquota' ? (
            <Link
              to="/configuracao/equipe"
              hash="imposto"
              className="rounded-small underline underline-offset-4"
            >
              {FALTAS[each]}
            </Link>
          ) : (
            FALTAS[each]
          )}
        </p>
      ))}
    </>
  );
}

function Linha({ linha, venda }: { linha: LinhaDaMargem; venda: string }) {
  return (
    <details className="group">
      <summary className="flex cursor-pointer list-none items-center gap-1 rounded-small py-0.5 hover:bg-subtle/50 max-md:py-2.5 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <span className="mr-auto flex flex-wrap items-center gap-2 text-muted">
          {tipoText(linha, venda)}
          {linha.situacao === 'estimado' && <Badge tone="neutral">estimado</Badge>}
        </span>
        {custoText(linha.valor)}
      </summary>
      <ul className="flex flex-col gap-1 py-1 pl-[18px] text-meta text-muted">
        {linha.origens.map((origem) => (
          <li
            key={`${origem.fonte} ${origem.fonte_id} ${origem.pedido}`}
            className="flex justify-between gap-3"
          >
            <span className="min-w-0">
              {origemText(origem)}
              {!origem.vale && ' (substituída)'}
            </span>
            <span className={cn('whitespace-nowrap', !origem.vale && 'line-through')}>
              {custoText(origem.valor)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
