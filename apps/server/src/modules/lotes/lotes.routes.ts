import { Readable } from 'node:stream';
import { lotes, NOMES_DAS_COLUNAS, type Selecao } from '@prumo/contract/lotes.ts';
import { selectProdutos } from '#modules/produtos/produtos.queries.ts';
import { recordAtividade } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, type Explanations, found, withoutRightOfField } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { endLote, selectLote, selectLotes, selectMissingRights } from './lotes.queries.ts';
import { selectAmostra } from './mudancas.queries.ts';
import { selectRecusas } from './partes.queries.ts';
import { produtosCsv } from './produtos-csv.ts';
import { MISSING, startLote, startUndo } from './start.ts';

const GONE = { message: 'Esta empresa não existe mais.' };
const BROKEN = { message: 'A alteração em massa não pode ficar assim. Atualize a página.' };

export const lotesExplanations: Explanations = {
  lotes_empresa_fkey: GONE,
  lotes_tipo_check: BROKEN,
  lotes_situacao_check: BROKEN,
  lote_partes_empresa_fkey: GONE,
  lote_partes_ordem_key: BROKEN,
  lote_partes_lote_fkey: { message: MISSING },
};

const NA_AMOSTRA = 5;
/** Formats a date as `2026-11-15` in Brazil's time, not in UTC. */
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

export function lotesRoutes(app: App, { jobs }: { jobs: Pick<Jobs, 'enqueue'> }): void {
  const shown = async (tx: TenantDb, id: string) => found(await selectLote(tx, id), MISSING);

  app.route({
    ...lotes.list,
    handler: async (req) => ({ itens: await req.read((tx) => selectLotes(tx)) }),
  });

  app.route({
    ...lotes.create,
    handler: (req) => req.write(async (tx) => shown(tx, await startLote(tx, jobs, req.body))),
  });

  app.route({ ...lotes.get, handler: (req) => req.read((tx) => shown(tx, req.params.id)) });

  app.route({
    ...lotes.recusas,
    handler: (req) =>
      req.read(async (tx) => {
        const [lote, itens] = await Promise.all([shown(tx, req.params.id), selectRecusas(tx, req.params.id)]);
        return { itens, total: lote.recusados };
      }),
  });

  app.route({
    ...lotes.cancel,
    handler: (req) =>
      req.write(async (tx) => {
        const { id } = req.params;
        await shown(tx, id);
        if (!(await endLote(tx, id, { situacao: 'cancelado' })))
          throw new AppError('conflict', 'Esta alteração em massa já terminou.');
        return shown(tx, id);
      }),
  });

  app.route({
    ...lotes.undo,
    handler: (req) =>
      req.write(async (tx) => {
        await shown(tx, req.params.id);
        return shown(tx, await startUndo(tx, jobs, req.params.id));
      }),
  });

  app.route({
    ...lotes.sample,
    handler: (req) =>
      req.read(async (tx) => ({ itens: await selectAmostra(tx, await firstOf(tx, req.body.selecao)) })),
  });

  app.route({
    ...lotes.file,
    handler: async (req, reply) => {
      const { selecao, colunas } = req.body;
      await req.prepare(async (tx) => {
        if (colunas.includes('custo_unitario') && (await selectMissingRights(tx, ['ver_custo'])).length > 0)
          throw withoutRightOfField();
        await recordAtividade(tx, 'exportacao', { arquivo: 'produtos em CSV' });
      });
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="produtos-${day.format(new Date())}.csv"`);
      const ordered = NOMES_DAS_COLUNAS.filter((name) => colunas.includes(name));
      // Streams the file. The contract can only describe it as a text.
      return Readable.from(produtosCsv((work) => req.read(work), selecao, ordered)) as unknown as string;
    },
  });
}

/** The ids of the first produtos of a selection, in the order of the list. */
async function firstOf(tx: TenantDb, selecao: Selecao): Promise<readonly string[]> {
  if ('ids' in selecao) return selecao.ids.slice(0, NA_AMOSTRA);
  const { text } = await selectProdutos(tx, { ...selecao.filtro, limite: 50 });
  const { itens }: { itens: { id: string }[] } = JSON.parse(text);
  return itens
    .map(({ id }) => id)
    .filter((id) => !selecao.exceto.includes(id))
    .slice(0, NA_AMOSTRA);
}
