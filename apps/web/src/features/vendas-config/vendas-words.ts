import type { PreviaDeVendas, VendasConfig } from '@prumo/contract/vendas-config.ts';
import { formatDate, formatInteger } from '#lib/numbers/format.ts';

/** The choices of when the goods leave the saldo, in the words of the dialog. */
export const SAIDAS_EM_PALAVRAS = [
  {
    value: 'despacho',
    label: 'Quando o pacote é despachado',
    text: 'Na coleta ou na entrega à agência. Até lá a peça conta como reservada.',
  },
  {
    value: 'etiqueta',
    label: 'Quando a etiqueta é impressa',
    text: 'Para quem embala e separa na hora. Se a venda for cancelada antes do despacho, a peça volta ao saldo.',
  },
] as const;

/** What the sales of a conta do now, as one sentence. */
export function situacaoDe({ reserva_desde, saida_em }: VendasConfig): string {
  if (reserva_desde === null) return 'As vendas desta conta não mexem no estoque.';
  const saida = saida_em === 'etiqueta' ? 'a etiqueta é impressa' : 'o pacote é despachado';
  return `As vendas feitas desde ${formatDate(reserva_desde)} reservam o estoque. A saída é lançada quando ${saida}.`;
}

/** What a start would bring, as sentences. */
export function previaEmPalavras({ pedidos, unidades, sem_produto, mais }: PreviaDeVendas): string {
  if (pedidos === 0 && !mais)
    return 'Não há pedidos pagos desde esse dia. As próximas vendas já entram com a reserva.';
  const found = `${counted(pedidos, 'pedido pago', 'pedidos pagos')} desde esse dia, com ${counted(unidades, 'unidade', 'unidades')}`;
  const known = `Há ${mais ? 'pelo menos ' : ''}${found}. O que ainda não foi despachado entra como reserva. O que já foi não mexe no estoque.`;
  if (sem_produto === 0) return known;
  return `${known} ${counted(sem_produto, 'pedido é de anúncio', 'pedidos são de anúncios')} sem produto aqui e ${
    sem_produto === 1 ? 'fica' : 'ficam'
  } de fora: importe os anúncios antes.`;
}

const counted = (n: number, one: string, many: string) => `${formatInteger(n)} ${n === 1 ? one : many}`;
