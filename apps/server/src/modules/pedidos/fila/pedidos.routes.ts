import { Readable } from 'node:stream';
import { pedidos } from '@prumo/contract/pedidos.ts';
import { CABECALHO_DE_FALHAS, textOfFalhas } from '@prumo/contract/pedidos-etiquetas.ts';
import {
  ABAS_DE_PEDIDOS,
  MAX_CONTADOS,
  MAX_LINHAS_DE_SEPARACAO,
  MAX_PEDIDOS_DA_SEPARACAO,
} from '@prumo/contract/pedidos-fila.ts';
import type { Tokens } from '#modules/contas/tokens.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { cursorOf, positionOf } from './cursor.ts';
import { noneOf, printEtiquetas } from './etiquetas.ts';
import {
  countAbas,
  hasUnread,
  isNarrowed,
  markResolvido,
  markSeparado,
  type Parcela,
  selectAba,
  selectBusca,
  selectContas,
  selectIds,
  selectParcelas,
} from './fila.queries.ts';
import { selectLinhas } from './itens.queries.ts';
import { readPedido, readPedidos } from './read-fila.ts';
import { refreshFila } from './refresh-fila.ts';

const MISSING = 'Este pedido não existe mais. Atualize a página.';

export function pedidosRoutes(app: App, { tokens }: { tokens: Tokens }): void {
  app.route({
    ...pedidos.list,
    handler: (req) =>
      req.read(async (tx) => {
        const { aba, busca, cursor, limite, ...filtros } = req.query;
        const parts = { depois: positionOf(cursor), limit: limite + 1, filtros };
        const rows = busca
          ? await selectBusca(tx, { ...parts, busca, aba: aba ?? null })
          : await selectAba(tx, { ...parts, aba: aba ?? 'preparar' });
        const page = rows.slice(0, limite);
        const last = page.at(-1);
        const isMore = rows.length > limite;
        return {
          itens: await readPedidos(tx, page),
          proximo: isMore && last ? cursorOf(last) : null,
          parcial: !isMore && (busca !== undefined || isNarrowed(filtros)) && (await hasUnread(tx, aba)),
        };
      }),
  });

  app.route({
    ...pedidos.summary,
    handler: (req) =>
      req.read(async (tx) => {
        const [counted, contas] = await Promise.all([
          countAbas(tx, ABAS_DE_PEDIDOS, MAX_CONTADOS + 1),
          selectContas(tx),
        ]);
        const abas = counted.map(({ total, ...each }) => ({
          ...each,
          total: Math.min(total, MAX_CONTADOS),
          mais: total > MAX_CONTADOS,
        }));
        return { abas, contas };
      }),
  });

  app.route({
    ...pedidos.picking,
    handler: (req) =>
      req.read(async (tx) => {
        const { aba, ids, ...filtros } = req.query;
        const limit = MAX_PEDIDOS_DA_SEPARACAO + 1;
        const chosen = ids ? ids.split(',') : await selectIds(tx, { aba, limit, filtros });
        const covered = chosen.slice(0, MAX_PEDIDOS_DA_SEPARACAO);
        const linhas = await selectLinhas(tx, covered, MAX_LINHAS_DE_SEPARACAO + 1);
        return {
          itens: linhas.slice(0, MAX_LINHAS_DE_SEPARACAO),
          pedidos: covered.length,
          mais: chosen.length > covered.length || linhas.length > MAX_LINHAS_DE_SEPARACAO,
        };
      }),
  });

  app.route({
    ...pedidos.get,
    handler: (req) => req.read((tx) => read(tx, req.params.id)),
  });

  app.route({
    ...pedidos.pick,
    handler: (req) =>
      req.write(async (tx) => {
        const before = await find(tx, req.params.id);
        if (before.despachado_em !== null)
          throw new AppError('conflict', 'Este pacote já saiu. Atualize a página.');
        await markSeparado(tx, before.id, req.body.separado);
        return refreshed(tx, before);
      }),
  });

  app.route({
    ...pedidos.resolve,
    handler: (req) =>
      req.write(async (tx) => {
        const before = await find(tx, req.params.id);
        if (req.body.resolvido && before.problema === 'nao_enviar')
          throw new AppError(
            'conflict',
            'O marketplace pede para não enviar este pedido. Ele sai daqui quando o marketplace decidir.',
          );
        if (req.body.resolvido && before.aba !== 'problemas' && before.resolvido_em === null)
          throw new AppError('conflict', 'Este pedido não está mais em Problemas. Atualize a página.');
        await markResolvido(tx, before.id, req.body.resolvido);
        return refreshed(tx, before);
      }),
  });

  app.route({
    ...pedidos.labels,
    handler: async (req, reply) => {
      const { formato } = req.body;
      const ids = [...new Set(req.body.ids)];
      // The transaction ends before the marketplace is asked.
      const asked = await req.read(async (tx) => ({
        ...{ empresaId: tx.empresaId, ids, formato },
        parcelas: await selectParcelas(tx, ids),
      }));
      const { file, falhas } = await printEtiquetas(tokens, asked);
      reply.header(CABECALHO_DE_FALHAS, textOfFalhas(falhas));
      if (!file) throw new AppError('conflict', noneOf(falhas));
      reply
        .type(file.tipo)
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="etiquetas.${EXTENSIONS[file.tipo]}"`);
      // Streams the file. The contract can only describe it as a text.
      return Readable.from(file.bytes) as unknown as string;
    },
  });
}

const EXTENSIONS = { 'application/pdf': 'pdf', 'application/zip': 'zip', 'text/plain; charset=utf-8': 'zpl' };

const find = async (tx: TenantDb, id: string): Promise<Parcela> =>
  found((await selectParcelas(tx, [id]))[0], MISSING);

const read = async (tx: TenantDb, id: string) => readPedido(tx, await find(tx, id));

async function refreshed(tx: TenantDb, { id, marketplace, seller_id: sellerId, pedido_id }: Parcela) {
  await refreshFila(tx, { marketplace, sellerId }, [pedido_id]);
  return read(tx, id);
}
