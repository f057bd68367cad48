import { margem } from '@prumo/contract/margem.ts';
import { selectAliquotas } from '#modules/aliquotas/aliquotas.queries.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { hasParcela, selectPedidosDaMargem } from './margem.queries.ts';
import { margemOf } from './margem-of.ts';

const MISSING = 'Este pedido não existe mais. Atualize a página.';

export function margemRoutes(app: App): void {
  app.route({
    ...margem.get,
    handler: (req) =>
      req.read(async (tx) => {
        const { id } = req.params;
        found((await hasParcela(tx, id)) || undefined, MISSING);
        return (await readMargens(tx, [id]))(id);
      }),
  });

  app.route({
    ...margem.list,
    handler: (req) =>
      req.read(async (tx) => {
        const ids = [...new Set(req.query.ids.split(','))];
        const margemDe = await readMargens(tx, ids);
        return {
          itens: ids.map((id) => {
            const { percentual, estimada, falta } = margemDe(id);
            return { id, percentual, estimada, falta };
          }),
        };
      }),
  });
}

async function readMargens(tx: TenantDb, ids: readonly string[]) {
  const [rows, rates] = await Promise.all([selectPedidosDaMargem(tx, ids), selectAliquotas(tx)]);
  const byParcela = Map.groupBy(rows, ({ fila_id }) => fila_id);
  return (id: string) => margemOf(byParcela.get(id) ?? [], rates);
}
