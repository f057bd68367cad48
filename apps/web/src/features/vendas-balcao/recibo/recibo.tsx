import { PAGAMENTO_EM_PALAVRAS, type VendaBalcao } from '@prumo/contract/vendas-balcao.ts';
import { trocoOf } from '@prumo/contract/vendas-balcao-total.ts';
import { cn } from '#lib/class-names.ts';
import { formatDateTime, formatMoney, formatQuantity } from '#lib/numbers/format.ts';
import { documentoMask } from '#lib/numbers/masks.ts';
import type { Papel } from './papel.ts';
import type { Emitente } from './use-emitente.ts';

interface ReciboProps {
  venda: VendaBalcao;
  emitente: Emitente;
  papel: Papel;
}

/** What the cliente takes home. The screen shows it in the colours of the theme, paper gets black on white. */
export function Recibo({ venda, emitente, papel }: ReciboProps) {
  const { itens, bruto, desconto, total, recebido } = venda;
  return (
    <article
      aria-label={`Recibo da venda ${venda.numero}`}
      className={cn('flex flex-col gap-2 text-meta leading-snug', papel === 'a4' && 'gap-4 text-body')}
    >
      <header className="text-center">
        <p className={cn('font-semibold text-control', papel === 'a4' && 'text-page')}>{emitente.nome}</p>
        {emitente.razao_social && <p>{emitente.razao_social}</p>}
        {emitente.cnpj && <p>CNPJ {documentoMask.show(emitente.cnpj)}</p>}
        {addressOf(emitente) && <p>{addressOf(emitente)}</p>}
      </header>
      <dl className="flex flex-col border-y border-dashed py-1.5">
        <Line label={`Venda ${venda.numero}`} value={formatDateTime(venda.created_at)} />
        {venda.cliente_nome && <Line label="Cliente" value={venda.cliente_nome} />}
        {venda.vendedor_nome && <Line label="Vendedor" value={venda.vendedor_nome} />}
        {venda.cancelada_em && <Line label="CANCELADA" value={formatDateTime(venda.cancelada_em)} />}
      </dl>
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">Peça</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {itens.map((item) => (
            <tr key={item.produto_id} className="align-bottom">
              <td className="py-0.5 pr-2">
                <p className="wrap-anywhere">{item.nome}</p>
                <p>
                  {item.sku} · {formatQuantity(item.quantidade)} × {formatMoney(item.preco)}
                </p>
              </td>
              <td className="whitespace-nowrap py-0.5 text-right tabular-nums">{formatMoney(item.bruto)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="flex flex-col border-t border-dashed pt-1.5">
        {desconto !== '0.00' && (
          <>
            <Line label="Peças" value={formatMoney(bruto)} />
            <Line label="Desconto" value={`\u2212${formatMoney(desconto)}`} />
          </>
        )}
        <Line label="Total" value={formatMoney(total)} strong />
        <Line label="Pagamento" value={PAGAMENTO_EM_PALAVRAS[venda.pagamento]} />
        {recebido !== null && (
          <>
            <Line label="Recebido" value={formatMoney(recebido)} />
            <Line label="Troco" value={formatMoney(trocoOf(total, recebido))} />
          </>
        )}
      </dl>
      <p className="border-t border-dashed pt-1.5 text-center font-medium">Não é documento fiscal</p>
    </article>
  );
}

const Line = ({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) => (
  <div className={cn('flex justify-between gap-3', strong && 'font-semibold text-control')}>
    <dt>{label}</dt>
    <dd className="text-right tabular-nums">{value}</dd>
  </div>
);

function addressOf({ endereco, numero, bairro, cidade, estado }: Emitente): string {
  const street = [endereco, numero].filter(Boolean).join(', ');
  const town = [cidade, estado].filter(Boolean).join('/');
  return [street, bairro, town].filter(Boolean).join(' · ');
}
