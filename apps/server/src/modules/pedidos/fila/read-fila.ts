import { fromUnits, toUnits } from '@prumo/contract/exact-decimal.ts';
import { MAX_ITENS_NA_LISTA, type PedidoAberto, type PedidoDaFila } from '@prumo/contract/pedidos-fila.ts';
import { MAX_RESERVAS } from '@prumo/contract/reservas.ts';
import { calledOffAt } from '#modules/marketplace/called-off.ts';
import { selectAbertas } from '#modules/reservas/read-reservas.queries.ts';
import { withFalta } from '#modules/reservas/with-falta.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { andamentoOf } from './andamento.ts';
import type { Parcela } from './fila.queries.ts';
import { type ItemRow, selectItens, selectSaidaEm } from './itens.queries.ts';
import { isOff } from './refresh-fila.ts';

/** An item that travels, or would travel if the parcel had not been called off. */
type Item = ItemRow & { falta: number };

interface Content {
  parcela: Parcela;
  /** One row for each item of each pedido. */
  rows: readonly ItemRow[];
  itens: readonly Item[];
}

/** Reads what is in parcels: their pedidos, their items, and what the stock lacks of them. */
async function readContents(tx: TenantDb, parcelas: readonly Parcela[]): Promise<Content[]> {
  if (parcelas.length === 0) return [];
  const rows = await selectItens(
    tx,
    parcelas.map(({ id }) => id),
  );
  const faltas = await readFaltas(tx, rows);
  const byParcela = Map.groupBy(rows, ({ fila_id }) => fila_id);
  return parcelas.map((parcela) => {
    const own = byParcela.get(parcela.id) ?? [];
    const live = own.filter((row) => !isOffIn(parcela, row));
    const shown = live.length > 0 ? live : own;
    // The components of a kit are items of their own pedidos.
    const goods = shown.filter(({ is_kit }) => !is_kit);
    const itens = (goods.length > 0 ? goods : shown).map((row) => ({ ...row, falta: faltas(row) }));
    return { parcela, rows: own, itens };
  });
}

const isOffIn = ({ envio_id, envio_dividido }: Parcela, { venda }: ItemRow) =>
  isOff({ ...venda, envio: envio_id === null ? null : { foi_dividido: envio_dividido === true } });

/** Only a deposito that promises more than it has lacks anything, so only its produtos are looked at. */
async function readFaltas(tx: TenantDb, rows: readonly ItemRow[]): Promise<(row: ItemRow) => number> {
  const isShort = ({ reservado, disponivel }: ItemRow) =>
    reservado > 0 && (disponivel === null || disponivel.startsWith('-'));
  const short = [...new Set(rows.filter(isShort).flatMap(({ produto_id }) => produto_id ?? []))];
  const open = (await Promise.all(short.map((id) => selectAbertas(tx, id, MAX_RESERVAS)))).flat();
  const known = new Map(withFalta(open, open).map(({ id, falta }) => [id, falta]));
  // The reservas beyond the most urgent ones get nothing of a saldo that is too small.
  return (row) => (isShort(row) ? (known.get(row.reserva_id ?? '') ?? row.reservado) : 0);
}

export async function readPedidos(tx: TenantDb, parcelas: readonly Parcela[]): Promise<PedidoDaFila[]> {
  return (await readContents(tx, parcelas)).map((content) => ({
    ...pedidoOf(content),
    itens: content.itens.slice(0, MAX_ITENS_NA_LISTA).map(itemOf),
  }));
}

export async function readPedido(tx: TenantDb, parcela: Parcela): Promise<PedidoAberto> {
  const [[content], saida_em] = await Promise.all([readContents(tx, [parcela]), selectSaidaEm(tx, parcela)]);
  if (!content) throw new Error('a parcel without its content');
  const { rows, itens } = content;
  const pedidos = [...new Map(rows.map((row) => [row.venda.pedido_id, row])).values()];
  const off = pedidos.filter((row) => isOffIn(parcela, row));
  const offAt = off.length === pedidos.length ? (off[0]?.venda ?? null) : null;
  const reserved = rows.flatMap(({ reserva_id, reservada_em }) => (reserva_id && reservada_em) || []);
  return {
    ...pedidoOf(content),
    itens: itens.map((item) => ({
      ...itemOf(item),
      codigos: item.codigos,
      ...{ saldo: item.saldo, reservado_total: item.reservado_total, disponivel: item.disponivel },
      ...{ minimo: item.minimo, reserva_id: item.reserva_id, a_conferir: item.a_conferir },
    })),
    andamento: andamentoOf({
      ...parcela,
      vendido_em: parcela.criado_em,
      pago: pedidos.every(({ venda }) => venda.foi_pago),
      reservado_em: reserved.sort()[0] ?? null,
      cancelado_em:
        offAt &&
        (calledOffAt({ ...offAt, id: offAt.pedido_id, itens: [], reclamacao_ids: [] }) ??
          offAt.atualizado_em),
      a_conferir: rows.reduce((sum, { a_conferir }) => sum + a_conferir, 0),
    }),
    saida_em,
    pedidos: pedidos.map(({ venda, valor }) => ({
      ...{ numero: venda.pedido_id, criado_em: venda.criado_em, valor },
      cancelado: off.some((each) => each.venda.pedido_id === venda.pedido_id),
    })),
    resolvido_em: parcela.resolvido_em,
  };
}

function pedidoOf({ parcela, rows, itens }: Content): Omit<PedidoDaFila, 'itens'> {
  const pedidos = [...new Map(rows.map((row) => [row.venda.pedido_id, row])).values()];
  const live = pedidos.filter((row) => !isOffIn(parcela, row));
  const valores = (live.length > 0 ? live : pedidos).flatMap(({ valor }) => valor ?? []);
  return {
    id: parcela.id,
    numeros: pedidos.map(({ venda }) => venda.pedido_id),
    pacote: pedidos.find(({ venda }) => venda.pacote_id !== null)?.venda.pacote_id ?? null,
    envio: parcela.envio_id,
    conta: { id: parcela.conta_id, marketplace: parcela.marketplace, apelido: parcela.apelido },
    ...{ criado_em: parcela.criado_em, despachar_ate: parcela.despachar_ate, aba: parcela.aba },
    ...{ problema: parcela.problema, etapa: parcela.etapa, etiqueta: parcela.etiqueta },
    ...{ etiqueta_em: parcela.etiqueta_em, modalidade: parcela.modalidade, separado_em: parcela.separado_em },
    nota: parcela.nota,
    itens_total: itens.length,
    valor: valores.length > 0 ? sumOf(valores) : null,
    falta: itens.reduce((sum, { falta }) => sum + falta, 0),
    nao_enviar: parcela.problema === 'nao_enviar',
    a_conferir: rows.reduce((sum, { a_conferir }) => sum + a_conferir, 0),
  };
}

const itemOf = (item: Item) => ({
  ...{ produto_id: item.produto_id, nome: item.nome, sku: item.sku, codigo_barras: item.codigo_barras },
  ...{ foto: item.foto, quantidade: item.quantidade, deposito_id: item.deposito_id },
  ...{ deposito_nome: item.deposito_nome, reservado: item.reservado, falta: item.falta },
});

const sumOf = (valores: readonly string[]) =>
  fromUnits(
    valores.reduce((sum, valor) => sum + toUnits(valor, 2), 0n),
    2,
  );
