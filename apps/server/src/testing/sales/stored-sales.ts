import { randomUUID } from 'node:crypto';
import type { SituacaoDeCusto, TipoDeCusto } from '@prumo/contract/margem.ts';
import type { Client, Harness } from '#testing/harness.ts';

/** A line of `pedido_custos`. */
export interface StoredLine {
  tipo: TipoDeCusto;
  situacao: SituacaoDeCusto;
  valor: string;
  passo?: number;
  /** Of a line about goods: its anuncio and its units. */
  anuncio?: string;
  quantidade?: number;
}

export interface StoredItem {
  anuncio: string;
  quantidade?: number;
  is_kit?: boolean;
  /** The produto that the anuncio is linked to. */
  produto?: string | null;
  preco?: string;
  reserva?: { produto: string; reservado: number; saiu: number; vendavel?: number };
}

export interface StoredSale {
  em?: string;
  total?: string | null;
  estornado?: string;
  situacao?: string;
  foi_pago?: boolean;
  is_desfeito?: boolean;
  foi_dividido?: boolean;
  envio?: { id: string; frete?: string | null; foi_dividido?: boolean } | null;
  itens?: readonly StoredItem[];
  linhas?: readonly StoredLine[];
}

const SOURCE = { estimado: 'pedido', faturado: 'fatura', realizado: 'movimento' } as const;
let sellers = 0;

/** A conta with sales that are written into the tables as the synchronisation leaves them, without a marketplace. */
export async function aStoredSeller(
  sql: Harness['sql'],
  ana: Client & { empresaId: string; userId: string },
) {
  sellers += 1;
  const seller = String(7_000_000_000 + sellers);
  const contaId = randomUUID();
  const of = [ana.empresaId, 'mercado-livre', seller];
  // Switches off the triggers of the history, because no person makes this change.
  await sql(`begin; set local session_replication_role = replica;
    insert into mercado_livre_config (empresa_id, id, user_id, marketplace, user_ml_id, nickname)
    values ('${ana.empresaId}', '${contaId}', '${ana.userId}', 'mercado-livre', '${seller}', 'LOJA${sellers}'); commit`);
  await sql(
    `insert into vendas_config (empresa_id, marketplace, seller_id, reserva_desde, user_id)
     values ($1, $2, $3, '2026-01-01', $4)`,
    [...of, ana.userId],
  );
  let number = 0;

  /** Writes a sale, and returns its number and the id of its parcel. */
  async function sell({
    em = '2026-03-10T15:00:00Z',
    total = '100.00',
    estornado = '0.00',
    situacao = 'pago',
    foi_pago = true,
    is_desfeito = false,
    foi_dividido = false,
    envio = null,
    itens = [],
    linhas = [],
  }: StoredSale = {}): Promise<{ numero: string; pacote: string }> {
    number += 1;
    const numero = `${seller}${number}`;
    const stored = itens.map(({ anuncio, quantidade = 1, is_kit = false }) => ({
      ...{ anuncio_id: anuncio, variacao_id: '', quantidade, is_kit },
    }));
    await sql(
      `insert into vendas (empresa_id, marketplace, seller_id, pedido_id, criado_em, atualizado_em, situacao, foi_fechado,
         foi_pago, is_desfeito, risco_de_fraude, foi_dividido, envio_id, reclamacao_ids, itens)
       values ($1, $2, $3, $4, $5, $5, $6, true, $7, $8, false, $9, $10, '{}', $11)`,
      [...of, numero, em, situacao, foi_pago, is_desfeito, foi_dividido, envio?.id, JSON.stringify(stored)],
    );
    if (total !== null)
      await sql(
        `insert into pedidos (empresa_id, marketplace, seller_id, id, criado_em, atualizado_em, situacao, total, estornado,
           tarifas, quantidade, anuncio_id)
         values ($1, $2, $3, $4, $5, $5, 'pago', $6, $7, 0, 1, '')`,
        [...of, numero, em, total, estornado],
      );
    if (envio)
      await sql(
        `insert into vendas_envios (empresa_id, marketplace, seller_id, id, atualizado_em, etapa, foi_impresso, foi_devolvido,
           foi_dividido, frete)
         values ($1, $2, $3, $4, $5, 'preparando', false, false, $6, $7) on conflict do nothing`,
        [...of, envio.id, em, envio.foi_dividido ?? false, envio.frete ?? null],
      );
    for (const { anuncio, produto = null, preco = '10', quantidade = 1, reserva } of itens) {
      await sql(
        `insert into anuncios (empresa_id, marketplace, seller_id, anuncio_id, titulo, estado, categoria_externa_id, sku,
           sku_proprio, preco, quantidade, is_full, atualizado_em, produto_id)
         values ($1, $2, $3, $4, 'Título de ' || $4, 'ativo', 'MLB1', 'F1', true, $6, 1, false, now(), $5)
         on conflict do nothing`,
        [...of, anuncio, produto, preco],
      );
      if (reserva)
        await sql(
          `insert into reservas (empresa_id, marketplace, seller_id, pedido_id, anuncio_id, produto_id, reservado, saiu, vendavel,
             a_conferir, criado_em)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
          [
            ...[...of, numero, anuncio, reserva.produto, reserva.reservado, reserva.saiu],
            ...[reserva.vendavel ?? 0, quantidade, em],
          ],
        );
    }
    for (const [
      n,
      { tipo, situacao: state, valor, passo = n + 1, anuncio = '', quantidade },
    ] of linhas.entries())
      await sql(
        `insert into pedido_custos (empresa_id, marketplace, seller_id, pedido_id, tipo, anuncio_id, quantidade, valor, situacao,
           fonte, fonte_id, passo)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        [
          ...[...of, numero, tipo, anuncio, tipo === 'mercadoria' ? (quantidade ?? 1) : null, valor, state],
          ...[SOURCE[state], `${numero} ${n}`, passo],
        ],
      );
    const [row] = await sql(
      `insert into pedidos_fila (empresa_id, marketplace, seller_id, pedido_id, envio_id, criado_em, prazo, depositos)
       values ($1, $2, $3, $4, $5, $6, 'infinity', '{}')
       on conflict (empresa_id, envio_id, marketplace, seller_id) where envio_id is not null
       do update set prazo = excluded.prazo returning id`,
      [...of, numero, envio?.id, em],
    );
    return { numero, pacote: String(row?.['id']) };
  }
  return { seller, contaId, sell };
}
