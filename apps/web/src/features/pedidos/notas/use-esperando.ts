import type { EnvioDaNota } from '@prumo/contract/notas.ts';
import { pedidos } from '@prumo/contract/pedidos.ts';
import type { PedidoDaFila } from '@prumo/contract/pedidos-fila.ts';
import { useQuery } from '@tanstack/react-query';
import { nameOf, numberOf } from '#features/pedidos/pedido-words.ts';
import { momentOf } from '#features/pedidos/prazo-words.ts';
import { queryOf } from '#lib/api.ts';
import { formatMoney } from '#lib/numbers/format.ts';

/** A parcel that a person can choose for a note. */
export interface Opcao {
  envio: EnvioDaNota;
  texto: string;
}

/** The most urgent parcels that wait for a note. */
export function useEsperando(now: number): readonly Opcao[] {
  const { data } = useQuery({
    ...queryOf(pedidos.list, { query: { aba: 'nota', limite: 100 } }),
    staleTime: 0,
  });
  return (data?.itens ?? []).flatMap((pedido) => {
    const envio = envioOf(pedido);
    return envio ? { envio, texto: opcaoText(envio, now, nameOf(pedido)) } : [];
  });
}

function envioOf(pedido: PedidoDaFila): EnvioDaNota | undefined {
  const { id, conta, envio, valor, despachar_ate, nota } = pedido;
  if (!conta.id || !envio || nota?.situacao === 'aceita') return;
  return { id, conta_id: conta.id, envio, numero: numberOf(pedido), valor, despachar_ate };
}

export const opcaoText = ({ numero, valor, despachar_ate }: EnvioDaNota, now: number, nome?: string) =>
  [numero, nome, valor && formatMoney(valor), despachar_ate && `até ${momentOf(despachar_ate, now)}`]
    .filter(Boolean)
    .join(' · ');
