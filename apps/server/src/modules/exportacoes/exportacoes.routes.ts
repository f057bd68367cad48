import { Readable } from 'node:stream';
import { exportacoes } from '@prumo/contract/exportacoes.ts';
import type { Access, Database } from '#platform/db/db.ts';
import { recordAtividade } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Storage } from '#platform/outside/storage.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import { zipOf } from './download.ts';
import { sendExportacao } from './exportacoes.job.ts';
import {
  cancelExportacao,
  expireOthers,
  insertExportacao,
  selectExportacao,
  selectExportacoes,
  setLink,
  takeExportacao,
} from './exportacoes.queries.ts';

const GONE = { message: 'Esta empresa não existe mais.' };

export const exportacoesExplanations: Explanations = {
  exportacoes_empresa_fkey: GONE,
  exportacoes_situacao_check: { message: 'A exportação não pode ficar assim. Atualize a página.' },
  exportacao_partes_empresa_fkey: GONE,
  exportacao_partes_exportacao_fkey: { message: 'Esta exportação não existe mais.' },
};

const MISSING = 'Exportação não encontrada.';
const UNDER_WAY = 'Já há uma exportação em andamento. Espere ela terminar ou cancele-a.';
const NOT_READY = 'Este arquivo não está mais guardado. Peça outro em Dados e privacidade.';
const USED =
  'Este link já foi usado ou venceu. Volte a Dados e privacidade e use Baixar de novo enquanto o arquivo estiver guardado.';

/** Formats a date as `2026-11-15` in Brazil's time, not in UTC. */
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

interface Parts {
  db: Database;
  jobs: Pick<Jobs, 'enqueue'>;
  storage: Storage;
}

export function exportacoesRoutes(app: App, { db, jobs, storage }: Parts): void {
  const shown = async (tx: TenantDb, id: string) => found(await selectExportacao(tx, id), MISSING);

  app.route({
    ...exportacoes.list,
    handler: async (req) => ({ itens: await req.read((tx) => selectExportacoes(tx)) }),
  });

  app.route({
    ...exportacoes.create,
    handler: (req) =>
      req.write(async (tx) => {
        const id = await insertExportacao(tx);
        if (id === undefined) throw new AppError('conflict', UNDER_WAY);
        await expireOthers(tx, id);
        await sendExportacao(tx, jobs, id);
        return shown(tx, id);
      }),
  });

  app.route({
    ...exportacoes.get,
    handler: (req) => req.read((tx) => shown(tx, req.params.id)),
  });

  app.route({
    ...exportacoes.cancel,
    handler: (req) =>
      req.write(async (tx) => {
        await shown(tx, req.params.id);
        if (!(await cancelExportacao(tx, req.params.id)))
          throw new AppError('conflict', 'Esta exportação já terminou.');
        return shown(tx, req.params.id);
      }),
  });

  app.route({
    ...exportacoes.link,
    // A repetition makes a new link, because the answer with the token must not be stored.
    handler: (req) =>
      req.prepare(async (tx) => {
        await shown(tx, req.params.id);
        const token = newToken('prx');
        const vence_em = await setLink(tx, req.params.id, hashToken(token));
        if (vence_em === undefined) throw new AppError('conflict', NOT_READY);
        await recordAtividade(tx, 'exportacao', { arquivo: 'todos os dados da empresa' });
        return { url: `${exportacoes.download.url}?token=${token}`, vence_em };
      }),
  });

  app.route({
    ...exportacoes.download,
    handler: async (req, reply) => {
      const sessionHash = req.sessionHash as string;
      const taken = await takeExportacao(db, sessionHash, hashToken(req.query.token));
      if (!taken) throw new AppError('not_found', USED);
      const { empresa_id: empresaId, exportacao_id: id, user_id: userId } = taken;
      const access: Access = { sessionHash, empresaId, userId, right: 'exportar_dados' };
      const { corte, bytes } = await db.read(access, (tx) => shown(tx, id));
      reply.headers({
        'content-type': 'application/zip',
        'content-length': bytes,
        'content-disposition': `attachment; filename="prumo-${day.format(new Date(corte))}.zip"`,
      });
      // Streams the file. The contract can only describe it as a text.
      return Readable.from(zipOf({ db, storage, access, id, corte })) as unknown as string;
    },
  });
}
