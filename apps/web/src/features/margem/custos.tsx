import type { LinhaDaMargemDoPeriodo } from '@prumo/contract/margens.ts';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { later } from '#lib/loading/later.tsx';
import { formatMoney } from '#lib/numbers/format.ts';
import { buttonLook } from '#ui/button.tsx';
import { costText } from './soma-words.ts';

const QuantoSobra = later(
  async () => (await import('#features/pedidos/margem/quanto-sobra.tsx')).QuantoSobra,
);

interface CustosProps {
  linha: LinhaDaMargemDoPeriodo;
  pedido: NonNullable<LinhaDaMargemDoPeriodo['pedido']>;
}

/** What the sale of a pedido costs. Its parcel opens line by line, and it leads to the screen of the pedido. */
export function Custos({ linha, pedido: { pacote_id } }: CustosProps) {
  return (
    <div className="flex max-w-xl flex-col items-start pb-3">
      <h2 className="sr-only">Custos do pedido {linha.numero}</h2>
      {pacote_id === null ? <Resumo linha={linha} /> : <Pacote id={pacote_id} />}
    </div>
  );
}

const Pacote = ({ id }: { id: string }) => (
  <>
    <div className="w-full">
      <Suspense fallback={<div role="status" aria-label="Calculando quanto sobra" className="h-24" />}>
        <QuantoSobra id={id} />
      </Suspense>
    </div>
    <Link to="/vendas/pedidos" search={{ pedido: id }} className={buttonLook({ className: 'ml-4' })}>
      Abrir o pedido
    </Link>
  </>
);

/** A parcel that the marketplace stores and sends has no screen here, so its row says what it costs. */
const Resumo = ({ linha }: { linha: LinhaDaMargemDoPeriodo }) => (
  <div className="w-full px-4 pt-3 text-control">
    <dl className="flex flex-col gap-1">
      {linesOf(linha).map(([label, valor]) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="text-muted">{label}</dt>
          <dd className="tabular-nums">{valor}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-2 text-meta text-muted">
      O marketplace guarda e envia este pedido, por isso ele não tem uma tela em Pedidos.
    </p>
  </div>
);

function linesOf({ sem_frete, sem_imposto, sem_custo, ...linha }: LinhaDaMargemDoPeriodo) {
  return [
    ['Venda', formatMoney(linha.venda)],
    ['Devolvido ao comprador', costText(linha.estornado)],
    ['Tarifa de venda', costText(linha.comissao)],
    ['Frete por sua conta', costText(linha.frete, sem_frete)],
    ['Outras tarifas', costText(linha.outra)],
    ['Imposto', costText(linha.imposto, sem_imposto)],
    ['Custo das peças', costText(linha.mercadoria, sem_custo)],
  ] as const;
}
