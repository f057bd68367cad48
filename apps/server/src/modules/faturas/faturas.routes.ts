import { COBRANCAS_POR_PAGINA, faturas } from '@prumo/contract/faturas.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { selectCobrancas, selectFaturas, selectVendedora } from './list-faturas.queries.ts';

export function faturasRoutes(app: App): void {
  app.route({
    ...faturas.list,
    handler: (req) =>
      req.read(async (tx) => ({ itens: await selectFaturas(tx, await find(tx, req.params.id)) })),
  });

  app.route({
    ...faturas.unmatched,
    handler: (req) =>
      req.read(async (tx) => {
        const { competencia, cursor: after = '' } = req.query;
        const limit = COBRANCAS_POR_PAGINA + 1;
        const rows = await selectCobrancas(tx, await find(tx, req.params.id), {
          competencia: competencia ?? null,
          after,
          limit,
        });
        const itens = rows.slice(0, COBRANCAS_POR_PAGINA);
        return { itens, proximo: rows.length > itens.length ? (itens.at(-1)?.id ?? null) : null };
      }),
  });
}

const find = async (tx: TenantDb, contaId: string) =>
  found(await selectVendedora(tx, contaId), 'Conta não encontrada. Ela pode ter sido desconectada.');
