import { type ItemInventario, inventario } from '@prumo/contract/inventario.ts';
import { stale } from '#platform/db/history.ts';
import type { Page } from '#platform/db/list.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Json } from '#platform/http/json.ts';
import {
  selectInventario,
  selectItem,
  selectQuantidadesAt,
  selectResumo,
  updateMinimo,
} from './inventario.queries.ts';

const MISSING = 'Este produto não está mais neste depósito. Recarregue a página.';

export function inventarioRoutes(app: App): void {
  app.route({
    ...inventario.list,
    handler: (req) =>
      req.read(async (tx) => {
        const { em, ...query } = req.query;
        const page = await selectInventario(tx, query);
        return em === undefined ? page : withQuantidadesAt(tx, page, em);
      }),
  });

  app.route({ ...inventario.resumo, handler: (req) => req.read(selectResumo) });

  app.route({
    ...inventario.setMinimo,
    handler: (req) =>
      req.write(async (tx) => {
        const { id } = req.params;
        const isSet = await updateMinimo(tx, id, req.body);
        const item = found(await selectItem(tx, id), MISSING);
        if (!isSet) throw await stale(tx, 'produto_deposito', item);
        return { ...item, lote: tx.lote };
      }),
  });
}

async function withQuantidadesAt(
  tx: TenantDb,
  { text }: Json<Page<ItemInventario>>,
  day: string,
): Promise<Page<ItemInventario>> {
  const page: Page<ItemInventario> = JSON.parse(text);
  const rows = await selectQuantidadesAt(
    tx,
    page.itens.map(({ id }) => id),
    day,
  );
  const quantidades = new Map(rows.map(({ id, quantidade }) => [id, quantidade]));
  return {
    ...page,
    itens: page.itens.map((item) => ({ ...item, quantidade_em: quantidades.get(item.id) ?? '0.00' })),
  };
}
