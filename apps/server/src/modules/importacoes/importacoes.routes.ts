import { Readable } from 'node:stream';
import { type Importacao, importacoes } from '@prumo/contract/importacoes.ts';
import type { FastifyRequest } from 'fastify';
import { selectAnunciosPropostos } from '#modules/importacoes/decide/anuncios-list.queries.ts';
import {
  selectCategoria,
  selectCategorias,
  updateCategoriaExterna,
} from '#modules/importacoes/decide/decide.queries.ts';
import { decide } from '#modules/importacoes/decide/decide.ts';
import { resultCsv } from '#modules/importacoes/result/result-csv.ts';
import { takesNothing } from '#modules/movimentos/refusals.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { sendImportacao } from './importacoes.job.ts';
import {
  changeSituacao,
  hasToCheck,
  insertImportacao,
  type LockedImportacao,
  lockImportacao,
  selectConta,
  selectImportacao,
  selectImportacoes,
  selectInactiveDeposito,
  updateInicio,
} from './importacoes.queries.ts';

const GONE = { message: 'Esta empresa não existe mais.' };
const PRODUTO = { message: 'Este produto não existe mais.' };
const BROKEN = { message: 'A importação não pode ficar assim. Atualize a página e tente de novo.' };

export const importacoesExplanations: Explanations = {
  anuncios_empresa_fkey: GONE,
  anuncios_produto_fkey: PRODUTO,
  categorias_externas_empresa_fkey: GONE,
  categorias_externas_categoria_fkey: {
    field: 'categoria_id',
    message: 'Esta categoria não existe mais. Escolha outra.',
  },
  importacoes_empresa_fkey: GONE,
  importacoes_situacao_check: BROKEN,
  importacoes_passo_check: BROKEN,
  importacoes_conta_fkey: { message: 'Esta conta não existe mais.' },
  importacoes_deposito_fkey: {
    field: 'deposito_id',
    message: 'Este depósito não existe mais. Escolha outro.',
  },
  importacoes_fornecedor_fkey: {
    field: 'fornecedor_id',
    message: 'Este fornecedor não existe mais. Escolha outro.',
  },
  importacao_itens_empresa_fkey: GONE,
  importacao_itens_acao_check: BROKEN,
  importacao_itens_confianca_check: BROKEN,
  importacao_itens_por_check: BROKEN,
  importacao_itens_resultado_check: BROKEN,
  importacao_itens_importacao_fkey: { message: 'Esta importação não existe mais.' },
  importacao_itens_produto_fkey: PRODUTO,
  importacao_fotos_empresa_fkey: GONE,
  importacao_fotos_situacao_check: BROKEN,
  importacao_fotos_importacao_fkey: { message: 'Esta importação não existe mais.' },
  importacao_fotos_produto_fkey: PRODUTO,
};

const MISSING = 'Importação não encontrada.';
const NO_CONTA = 'Conta não encontrada. Ela pode ter sido desconectada.';
const UNDER_WAY =
  'Já há uma importação desta conta em andamento. Termine-a ou cancele-a antes de começar outra.';
const RECONNECT = 'Esta conta perdeu a autorização. Reconecte-a em Integrações.';

/** Formats a date as `2026-11-15` in Brazil's time, not in UTC. */
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

const conflict = (message: string) => new AppError('conflict', message);

/**
 * Refuses an inactive deposito in the request, where the person can choose another. The worker could only
 * interrupt the import.
 */
async function refuseInactive(tx: TenantDb, depositoId: string): Promise<void> {
  const deposito = await selectInactiveDeposito(tx, depositoId);
  if (!deposito) return;
  const message = takesNothing(deposito.nome);
  throw new AppError('invalid', message, { campos: { deposito_id: message } });
}

export function importacoesRoutes(app: App, { jobs }: { jobs: Pick<Jobs, 'enqueue'> }): void {
  const shown = async (tx: TenantDb, id: string) => found(await selectImportacao(tx, id), MISSING);

  /** Locks the importacao and changes it, so that the change sees its current state. */
  const change = (
    req: FastifyRequest,
    id: string,
    work: (tx: TenantDb, locked: LockedImportacao) => Promise<void>,
  ) =>
    req.write(async (tx): Promise<Importacao> => {
      await work(tx, found(await lockImportacao(tx, id), MISSING));
      return shown(tx, id);
    });

  /** Resumes the worker at the step where the importacao stopped. */
  async function goOn(tx: TenantDb, { id, passo, conta_ativa }: LockedImportacao): Promise<void> {
    const isReading = passo === 'buscar' || passo === 'ler' || passo === 'comparar';
    if (conta_ativa === null && isReading) throw conflict(RECONNECT);
    const vez = await changeSituacao(tx, id, {
      situacao: isReading ? 'lendo' : 'importando',
      ...(conta_ativa !== null && { contaId: conta_ativa }),
    });
    await sendImportacao(tx, jobs, { id, vez });
  }

  app.route({
    ...importacoes.list,
    handler: async (req) => ({ itens: await req.read((tx) => selectImportacoes(tx, req.query.conta_id)) }),
  });

  app.route({
    ...importacoes.create,
    handler: (req) =>
      req.write(async (tx) => {
        const conta = found(await selectConta(tx, req.body.conta_id), NO_CONTA);
        if (conta.situacao === 'reconectar') throw conflict(RECONNECT);
        const importacao = await insertImportacao(tx, req.body, conta);
        if (!importacao) throw conflict(UNDER_WAY);
        await sendImportacao(tx, jobs, importacao);
        return shown(tx, importacao.id);
      }),
  });

  app.route({
    ...importacoes.get,
    handler: (req) => req.read((tx) => shown(tx, req.params.id)),
  });

  app.route({
    ...importacoes.anuncios,
    handler: (req) =>
      req.read(async (tx) => {
        const [, page] = await Promise.all([
          shown(tx, req.params.id),
          selectAnunciosPropostos(tx, { importacaoId: req.params.id, ...req.query }),
        ]);
        return page;
      }),
  });

  app.route({
    ...importacoes.decide,
    handler: (req) =>
      change(req, req.params.id, (tx, { id, situacao }) => {
        if (situacao !== 'pronta')
          throw conflict('As decisões são tomadas depois da leitura e antes de começar a importar.');
        return decide(tx, id, req.body);
      }),
  });

  app.route({
    ...importacoes.categorias,
    handler: (req) =>
      req.read(async (tx) => {
        const [, itens] = await Promise.all([shown(tx, req.params.id), selectCategorias(tx, req.params.id)]);
        return { itens };
      }),
  });

  app.route({
    ...importacoes.mapCategoria,
    handler: (req) =>
      req.write(async (tx) => {
        const { id, marketplace } = found(await lockImportacao(tx, req.params.id), MISSING);
        const { categoria_ml_id, categoria_id } = req.body;
        const read = async () =>
          found(await selectCategoria(tx, id, categoria_ml_id), 'Nenhum anúncio é desta categoria.');
        await read();
        await updateCategoriaExterna(tx, marketplace, { id: categoria_ml_id, categoriaId: categoria_id });
        return read();
      }),
  });

  app.route({
    ...importacoes.start,
    handler: (req) =>
      change(req, req.params.id, async (tx, locked) => {
        if (locked.situacao !== 'pronta')
          throw conflict('Esta importação já começou ou ainda está lendo os anúncios.');
        if (await hasToCheck(tx, locked.id))
          throw conflict(
            'Há anúncios para conferir. Diga o que fazer de cada um, ou de todos de uma vez, e importe.',
          );
        await refuseInactive(tx, req.body.deposito_id);
        await updateInicio(tx, locked.id, req.body);
        await goOn(tx, { ...locked, passo: 'importar' });
      }),
  });

  app.route({
    ...importacoes.pause,
    handler: (req) =>
      change(req, req.params.id, async (tx, { id, situacao }) => {
        if (situacao !== 'lendo' && situacao !== 'importando')
          throw conflict('Só uma importação em andamento pode ser pausada.');
        await changeSituacao(tx, id, { situacao: 'pausada' });
      }),
  });

  app.route({
    ...importacoes.resume,
    handler: (req) =>
      change(req, req.params.id, async (tx, locked) => {
        if (locked.situacao !== 'pausada' && locked.situacao !== 'interrompida')
          throw conflict('Esta importação não está parada.');
        await goOn(tx, locked);
      }),
  });

  app.route({
    ...importacoes.cancel,
    handler: (req) =>
      change(req, req.params.id, async (tx, { id, situacao }) => {
        if (situacao === 'cancelada' || situacao === 'concluida')
          throw conflict('Esta importação já terminou.');
        const vez = await changeSituacao(tx, id, { situacao: 'cancelada' });
        await sendImportacao(tx, jobs, { id, vez });
      }),
  });

  app.route({
    ...importacoes.result,
    handler: async (req, reply) => {
      const { id, created_at } = await req.read((tx) => shown(tx, req.params.id));
      reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="importacao-${day.format(new Date(created_at))}.csv"`,
        );
      // Streams the file. The contract can only describe it as a text.
      return Readable.from(resultCsv((work) => req.read(work), id)) as unknown as string;
    },
  });
}
