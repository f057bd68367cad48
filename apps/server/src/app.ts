import { acessoRoutes } from '#modules/acesso/acesso.routes.ts';
import { openAuth } from '#modules/acesso/auth.ts';
import { sendConfirmacao, sendConfirmacaoHandler } from '#modules/acesso/confirmacao.job.ts';
import { arquivosHandlers, followArquivo, purgeArquivo } from '#modules/arquivos/arquivos.job.ts';
import { arquivosExplanations, arquivosRoutes } from '#modules/arquivos/arquivos.routes.ts';
import { openArquivos } from '#modules/arquivos/arquivos.ts';
import { historicoExplanations, historicoRoutes } from '#modules/historico/historico.routes.ts';
import { ensurePartitions, manutencaoHandler } from '#modules/manutencao.job.ts';
import { marcasExplanations, marcasRoutes } from '#modules/marcas/marcas.routes.ts';
import type { Config } from '#platform/config.ts';
import { openDatabase } from '#platform/db.ts';
import type { Explanations } from '#platform/errors.ts';
import { addHealth } from '#platform/health.ts';
import { openHttp } from '#platform/http.ts';
import { openImages } from '#platform/images.ts';
import { type JobHandler, openJobs } from '#platform/jobs.ts';
import { openLog } from '#platform/log.ts';
import { openMail } from '#platform/mail.ts';
import { describeApi, showApi } from '#platform/openapi.ts';
import { openSessions } from '#platform/session.ts';
import { openStorage } from '#platform/storage.ts';
import { serveWeb } from '#platform/web.ts';

/** Every sentence for what the database refuses; a test fails on a constraint without one. */
export const explanations: Explanations = {
  empresas_nome_check: { field: 'nome', message: 'Use de 1 a 200 caracteres no nome da empresa.' },
  membros_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  idempotency_keys_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  contadores_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  ...arquivosExplanations,
  ...historicoExplanations,
  ...marcasExplanations,
};

/** Every kind of background work; the release step makes their queues. */
export const jobKinds = [sendConfirmacao, followArquivo, purgeArquivo, ensurePartitions];

/** What both processes need, opened once. */
async function openParts(config: Config, options: { worker: boolean }) {
  const log = openLog(config.LOG_LEVEL);
  const onError = (err: Error) => log.warn({ err }, 'database connection lost');
  const db = openDatabase({ url: config.DATABASE_URL, pool: config.DATABASE_POOL, onError });
  const jobs = await openJobs({ url: config.DATABASE_URL, worker: options.worker, log });
  const storage = openStorage(config.STORAGE);
  const auth = openAuth(config, {
    sendConfirmation: (user_id) => jobs.enqueueGlobal(sendConfirmacao, { user_id }),
    onError,
  });
  return { config, log, db, jobs, storage, auth };
}

/** The HTTP side: the server's table of contents. */
export async function openApp(config: Config) {
  const parts = await openParts(config, { worker: false });
  const { db, jobs, storage, auth } = parts;
  const sessions = openSessions(db, config.AUTH_SECRET);
  const images = openImages();
  const arquivos = openArquivos({ jobs, mediaUrl: config.MEDIA_URL });

  const app = await openHttp({ ...parts, sessions, explanations });
  await describeApi(app);
  const health = addHealth(app, db);
  acessoRoutes(app, { auth, db, sessions, publicUrl: config.PUBLIC_URL });
  arquivosRoutes(app, { arquivos, images, storage, jobs, quotaBytes: config.IMAGE_QUOTA_BYTES });
  historicoRoutes(app, { arquivos });
  marcasRoutes(app, { arquivos });
  if (config.API_DOCS ?? config.NODE_ENV !== 'production') await showApi(app);
  if (config.WEB_DIST) await serveWeb(app, { dist: config.WEB_DIST, mediaUrl: config.MEDIA_URL });

  // One owner of the order: no more requests, then what they used.
  app.addHook('onClose', async () => {
    await images.close();
    await jobs.close();
    await auth.close();
    await db.close();
  });
  return { app, storage, leave: health.leave };
}

/** The worker's side: every job and who does it. */
export async function openWorker(config: Config) {
  const parts = await openParts(config, { worker: true });
  const { db, jobs, storage, auth, log } = parts;
  const mail = openMail({ url: config.SMTP_URL, from: config.MAIL_FROM });
  const handlers: JobHandler[] = [
    sendConfirmacaoHandler({ auth, mail, secret: config.AUTH_SECRET, publicUrl: config.PUBLIC_URL }),
    ...arquivosHandlers({ db, storage }),
    manutencaoHandler({ db }),
  ];
  await jobs.work(handlers);
  return {
    log,
    async close() {
      await jobs.close();
      mail.close();
      await auth.close();
      await db.close();
    },
  };
}
