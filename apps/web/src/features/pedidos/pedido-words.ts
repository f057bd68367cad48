import type {
  AbaDePedidos,
  PassoDoPedido,
  PedidoDaFila,
  ResumoDePedidos,
} from '@prumo/contract/pedidos-fila.ts';
import { dayOf } from '#lib/numbers/day.ts';
import { momentOf } from './prazo-words.ts';

export type Marca = 'ok' | 'warn' | 'bad' | 'neutral';

interface Tag {
  texto: string;
  marca: Marca;
}

/** Abas whose parcels have not left, so that their deadline still counts. */
const OPEN: readonly (AbaDePedidos | null)[] = ['preparar', 'nota', 'imprimir'];

export const hasCountdown = ({ aba }: Pick<PedidoDaFila, 'aba'>) => OPEN.includes(aba);

/** What the stock says about a parcel. Pieces in several depositos have to be brought together. */
export function estoqueTag(pedido: PedidoDaFila): Tag {
  const { falta, a_conferir, etapa, itens } = pedido;
  if (falta > 0) return { texto: `Falta ${falta}`, marca: 'bad' };
  if (a_conferir > 0) return { texto: `${a_conferir} a conferir`, marca: 'warn' };
  if (etapa === 'despachado' || etapa === 'entregue') return { texto: 'Saiu', marca: 'neutral' };
  if (itens.every(({ reservado }) => reservado === 0)) return { texto: 'Sem reserva', marca: 'neutral' };
  const depositos = new Set(itens.flatMap(({ deposito_id }) => deposito_id ?? []));
  return depositos.size > 1 ? { texto: 'Transferir', marca: 'warn' } : { texto: 'Reservado', marca: 'ok' };
}

export const PROBLEMAS: Readonly<Record<NonNullable<PedidoDaFila['problema']>, string>> = {
  nao_enviar: 'Não enviar',
  cancelado: 'Cancelado: guarde as peças',
  rejeitado: 'Recusado na coleta',
  parado: 'Parado no caminho',
  extraviado: 'Extraviado',
  avariado: 'Avariado no caminho',
  voltando: 'Voltando para você',
  nao_entregue: 'Não entregue',
};

export const MODALIDADES: Readonly<Record<NonNullable<PedidoDaFila['modalidade']>, string>> = {
  coleta: 'Coleta',
  agencia: 'Agência',
  propria: 'Entrega própria',
  outra: 'Outro envio',
};

const NOTAS = { aceita: 'Nota aceita', recusada: 'Nota recusada' };

/** What happens next with the label, or the problem of the parcel. */
export function etiquetaText(pedido: PedidoDaFila, now: number): string {
  const { problema, etiqueta, etiqueta_em, nota } = pedido;
  if (problema) return PROBLEMAS[problema];
  switch (etiqueta) {
    case 'aguarda':
      return etiqueta_em ? `Libera ${momentText(etiqueta_em, now)}` : 'Aguarda liberação';
    case 'nota':
      return nota ? NOTAS[nota.situacao] : 'Aguarda a nota';
    case 'pronta':
      return 'Etiqueta pronta';
    case 'impressa':
      return 'Etiqueta impressa';
    case 'sem':
      return 'Sem etiqueta';
    default:
      return 'Envio em preparo';
  }
}

function momentText(iso: string, now: number): string {
  const moment = momentOf(iso, now);
  return moment.includes(',') ? moment : `às ${moment}`;
}

/** The name of a parcel: its first pedido. */
export const numberOf = ({ numeros, pacote, envio }: PedidoDaFila) => numeros[0] ?? pacote ?? envio ?? '';

export const nameOf = ({ itens }: PedidoDaFila) => itens[0]?.nome ?? 'Anúncio sem nome';

/** The units of all items that the list names. */
export const unitsOf = ({ itens }: PedidoDaFila) =>
  itens.reduce((sum, { quantidade }) => sum + quantidade, 0);

/** The aba to open: the first whose deadline is today or has passed, or else the first that has something. */
export function abaToOpen({ abas }: ResumoDePedidos, now: number): AbaDePedidos {
  const today = dayOf(new Date(now));
  const isDue = ({ aba, primeiro_prazo }: ResumoDePedidos['abas'][number]) =>
    OPEN.includes(aba) && primeiro_prazo !== null && dayOf(new Date(primeiro_prazo)) <= today;
  return (abas.find(isDue) ?? abas.find(({ total }) => total > 0))?.aba ?? 'preparar';
}

interface Group<Pedido> {
  prazo: string | null;
  pedidos: Pedido[];
}

/** The parcels of each deadline, in the order of the server. */
export function groupsOf<Pedido extends Pick<PedidoDaFila, 'despachar_ate'>>(
  pedidos: readonly Pedido[],
): Group<Pedido>[] {
  const groups: Group<Pedido>[] = [];
  for (const pedido of pedidos) {
    const last = groups.at(-1);
    if (last && last.prazo === pedido.despachar_ate) last.pedidos.push(pedido);
    else groups.push({ prazo: pedido.despachar_ate, pedidos: [pedido] });
  }
  return groups;
}

export type Passo = 'conferir' | 'resolver' | 'separar' | 'imprimir';

/** What a person does next with a parcel. Undefined when the next step is not theirs. */
export function nextStep(pedido: PedidoDaFila & { resolvido_em: string | null }): Passo | undefined {
  const { a_conferir, problema, resolvido_em, aba, separado_em, etiqueta } = pedido;
  if (a_conferir > 0) return 'conferir';
  if (problema && !resolvido_em) return 'resolver';
  if (!OPEN.includes(aba)) return undefined;
  if (!separado_em) return 'separar';
  return etiqueta === 'pronta' ? 'imprimir' : undefined;
}

/** Whether the marketplace gives the label of the parcel now. */
export const canPrint = ({ etiqueta, problema }: Pick<PedidoDaFila, 'etiqueta' | 'problema'>) =>
  !problema && (etiqueta === 'pronta' || etiqueta === 'impressa');

const PASSOS: Readonly<Record<PassoDoPedido['passo'], readonly [done: string, ahead: string]>> = {
  vendido: ['Vendido', 'Venda'],
  pago: ['Pago', 'Pagamento'],
  reservado: ['Estoque reservado', 'Reservar o estoque'],
  nota: ['Nota enviada', 'Enviar a nota'],
  etiqueta: ['Etiqueta liberada', 'Liberação da etiqueta'],
  separado: ['Separado', 'Separar'],
  impresso: ['Etiqueta impressa', 'Imprimir etiqueta'],
  despachado: ['Despachado', 'Despachar'],
  entregue: ['Entregue', 'Entrega'],
  cancelado: ['Cancelado', 'Cancelamento'],
  devolvido: ['Devolvido', 'Devolução'],
};

/** A step of the timeline. The step at which the goods leave says so. */
export function passoText(
  { passo, situacao }: PassoDoPedido,
  saida_em: 'etiqueta' | 'despacho' | null,
): string {
  const [done, ahead] = PASSOS[passo];
  if (situacao === 'feito') return done;
  const leaves = saida_em !== null && passo === (saida_em === 'etiqueta' ? 'impresso' : 'despachado');
  return leaves ? `${ahead}: a saída baixa o saldo` : ahead;
}
