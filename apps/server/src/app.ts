import type { Acesso } from '#modules/acesso/acesso.ts';
import { sendEmail, sendEmailHandler } from '#modules/acesso/emails.job.ts';
import { googleRoutes } from '#modules/acesso/google.routes.ts';
import { openLimits } from '#modules/acesso/limits.ts';
import { recuperacoesRoutes } from '#modules/acesso/recuperacoes.routes.ts';
import { sessoesRoutes } from '#modules/acesso/sessoes.routes.ts';
import { sweepIdentity, sweepIdentityHandler } from '#modules/acesso/sweep.job.ts';
import { usuariosRoutes } from '#modules/acesso/usuarios.routes.ts';
import { analisesExplanations, analisesRoutes } from '#modules/analises/analises.routes.ts';
import { openSellers } from '#modules/analises/seller.ts';
import { arquivosHandlers, followArquivo, purgeArquivo } from '#modules/arquivos/arquivos.job.ts';
import { arquivosExplanations, arquivosRoutes } from '#modules/arquivos/arquivos.routes.ts';
import { openArquivos } from '#modules/arquivos/arquivos.ts';
import { categoriasRegister } from '#modules/categorias/categorias.routes.ts';
import { clientesRegister } from '#modules/clientes/clientes.routes.ts';
import { consultasRoutes } from '#modules/consultas/consultas.routes.ts';
import { openBudget } from '#modules/contas/budget.ts';
import { contasHandlers, keepContas, resealContas, revokeConta } from '#modules/contas/contas.job.ts';
import { contasExplanations, contasRoutes } from '#modules/contas/contas.routes.ts';
import { openTokens } from '#modules/contas/tokens.ts';
import { depositosRegister } from '#modules/depositos/depositos.routes.ts';
import { fornecedoresRegister } from '#modules/fornecedores/fornecedores.routes.ts';
import { historicoExplanations, historicoRoutes } from '#modules/historico/historico.routes.ts';
import {
  advanceImportacao,
  anunciosChanged,
  importacoesHandlers,
  keepImportacoes,
  refreshChanged,
  sweepImportacoes,
} from '#modules/importacoes/importacoes.job.ts';
import { importacoesExplanations, importacoesRoutes } from '#modules/importacoes/importacoes.routes.ts';
import { inventarioRoutes } from '#modules/inventario/inventario.routes.ts';
import { ensurePartitions, manutencaoHandler } from '#modules/manutencao.job.ts';
import { marcasRegister } from '#modules/marcas/marcas.routes.ts';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { movimentosExplanations, movimentosRoutes } from '#modules/movimentos/movimentos.routes.ts';
import { notificacoesHandler, recoverNotificacoes } from '#modules/notificacoes/notificacoes.job.ts';
import { notificacoesExplanations, notificacoesRoutes } from '#modules/notificacoes/notificacoes.routes.ts';
import { openReader } from '#modules/notificacoes/reader.ts';
import { openTopics } from '#modules/notificacoes/topics.ts';
import { keepPedidos, pedidosHandlers, startSync, syncPedidos } from '#modules/pedidos/pedidos.job.ts';
import { eventosRoutes } from '#modules/perfil/eventos.routes.ts';
import { fatoresRoutes } from '#modules/perfil/fatores.routes.ts';
import { perfilRoutes } from '#modules/perfil/perfil.routes.ts';
import { sessoesAbertasRoutes } from '#modules/perfil/sessoes-abertas.routes.ts';
import { produtosRegister } from '#modules/produtos/produtos.routes.ts';
import { vendedoresRegister } from '#modules/vendedores/vendedores.routes.ts';
import type { Config } from '#platform/config.ts';
import { openDatabase } from '#platform/db.ts';
import type { Explanations } from '#platform/errors.ts';
import { addHealth } from '#platform/health.ts';
import { openHttp } from '#platform/http.ts';
import { openIdentityDb } from '#platform/identity-db.ts';
import { openImages } from '#platform/images.ts';
import { type JobHandler, openJobs } from '#platform/jobs.ts';
import { openLog } from '#platform/log.ts';
import { openMail } from '#platform/mail.ts';
import { openOidc } from '#platform/oidc.ts';
import { describeApi, showApi } from '#platform/openapi.ts';
import { openPasswords } from '#platform/passwords.ts';
import { openSessions } from '#platform/session.ts';
import { openStorage } from '#platform/storage.ts';
import { openVault } from '#platform/vault.ts';
import { serveWeb } from '#platform/web.ts';

/** The records people keep: their routes, and what the database refuses of them. */
const registers = [
  marcasRegister,
  categoriasRegister,
  clientesRegister,
  fornecedoresRegister,
  vendedoresRegister,
  depositosRegister,
  produtosRegister,
];

/** Every sentence for what the database refuses; a test fails on a constraint without one. */
export const explanations: Explanations = {
  empresas_nome_check: { field: 'nome', message: 'Use de 1 a 200 caracteres no nome da empresa.' },
  membros_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  idempotency_keys_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  contadores_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  users_email_key: { field: 'email', message: 'Este email já está cadastrado' },
  ...analisesExplanations,
  ...arquivosExplanations,
  ...contasExplanations,
  ...historicoExplanations,
  ...importacoesExplanations,
  ...movimentosExplanations,
  ...notificacoesExplanations,
  ...Object.assign({}, ...registers.map((register) => register.explanations)),
};

/** Every kind of background work; the release step makes their queues. */
export const jobKinds = [
  sendEmail,
  sweepIdentity,
  followArquivo,
  purgeArquivo,
  ensurePartitions,
  revokeConta,
  keepContas,
  resealContas,
  syncPedidos,
  keepPedidos,
  recoverNotificacoes,
  advanceImportacao,
  keepImportacoes,
  refreshChanged,
  sweepImportacoes,
];

/** What both processes need, opened once. */
async function openParts(config: Config, options: { worker: boolean }) {
  const log = openLog(config.LOG_LEVEL);
  const onError = (err: Error) => log.warn({ err }, 'database connection lost');
  const db = openDatabase({ url: config.DATABASE_URL, pool: config.DATABASE_POOL, onError });
  const jobs = await openJobs({ url: config.DATABASE_URL, worker: options.worker, log });
  const storage = openStorage(config.STORAGE);
  const identityDb = openIdentityDb({ url: config.AUTH_DATABASE_URL, onError });
  const vault = openVault(config.SECRET_KEYS);
  const marketplace = 'mercado-livre';
  const perSecond = config.MERCADO_LIVRE_CALLS_PER_SECOND;
  const mercadoLivre = openMercadoLivre({ config, budget: openBudget({ db, marketplace, perSecond }) });
  return { config, log, db, jobs, storage, identityDb, vault, mercadoLivre };
}

/** The HTTP side: the server's table of contents. */
export async function openApp(config: Config) {
  const parts = await openParts(config, { worker: false });
  const { db, jobs, storage, identityDb, log, vault, mercadoLivre } = parts;
  const sessions = openSessions(db);
  const acesso: Acesso = {
    db: identityDb,
    limits: openLimits(identityDb, config.RATE_LIMIT > 0),
    passwords: openPasswords(),
    vault,
    // The change is done and its e-mail written: if the queue cannot be told now, the sweep finds it.
    sendEmail: (id) =>
      jobs
        .enqueueGlobal(sendEmail, { id })
        .catch((err: unknown) => log.warn({ err }, 'e-mail not announced')),
  };
  const identity = {
    ...acesso,
    google: googleOf(config),
    sessions,
    sessionsDb: db,
    publicUrl: config.PUBLIC_URL,
  };
  const images = openImages();
  const arquivos = openArquivos({ jobs, mediaUrl: config.MEDIA_URL });

  const app = await openHttp({ ...parts, sessions, explanations });
  await describeApi(app);
  const health = addHealth(app, db);
  usuariosRoutes(app, identity);
  sessoesRoutes(app, identity);
  recuperacoesRoutes(app, identity);
  googleRoutes(app, identity);
  perfilRoutes(app, identity);
  fatoresRoutes(app, identity);
  sessoesAbertasRoutes(app, identity);
  eventosRoutes(app, identity);
  arquivosRoutes(app, { arquivos, images, storage, jobs, quotaBytes: config.IMAGE_QUOTA_BYTES });
  historicoRoutes(app, { arquivos });
  movimentosRoutes(app);
  inventarioRoutes(app);
  for (const register of registers) register.routes(app, { arquivos, passwords: acesso.passwords });
  consultasRoutes(app, config);
  contasRoutes(app, {
    ...{ marketplaces: [mercadoLivre], vault, jobs },
    // Marketplaces forget what was sold: it is not left until somebody looks.
    connected: (tx, conta) => startSync(tx, jobs, { ...conta, isConnected: true }),
  });
  const tokens = openTokens({ db, vault, marketplace: mercadoLivre, log });
  analisesRoutes(app, { jobs, sellers: openSellers({ tokens, client: mercadoLivre.client, log }) });
  importacoesRoutes(app, { jobs });
  const addresses =
    config.MERCADO_LIVRE_NOTIFICATION_ADDRESSES?.split(',').map((each) => each.trim()) ?? null;
  notificacoesRoutes(app, { db, clientId: mercadoLivre.clientId, addresses, log });
  if (config.API_DOCS ?? config.NODE_ENV !== 'production') await showApi(app);
  if (config.WEB_DIST) await serveWeb(app, { dist: config.WEB_DIST, mediaUrl: config.MEDIA_URL });

  // One owner of the order: no more requests, then what they used.
  app.addHook('onClose', async () => {
    await images.close();
    await jobs.close();
    await identityDb.close();
    await db.close();
  });
  return { app, storage, leave: health.leave };
}

/** The worker's side: every job and who does it. */
export async function openWorker(config: Config) {
  const parts = await openParts(config, { worker: true });
  const { db, jobs, storage, identityDb, log, vault, mercadoLivre: marketplace } = parts;
  const tokens = openTokens({ db, vault, marketplace, log });
  const { client } = marketplace;
  const images = openImages();
  const arquivos = openArquivos({ jobs, mediaUrl: config.MEDIA_URL });
  const mail = openMail({ url: config.SMTP_URL, from: config.MAIL_FROM });
  const handlers: JobHandler[] = [
    sendEmailHandler({ db: identityDb, mail, publicUrl: config.PUBLIC_URL }),
    sweepIdentityHandler({ db: identityDb, jobs }),
    ...arquivosHandlers({ db, storage }),
    manutencaoHandler({ db }),
    ...contasHandlers({ db, vault, tokens, marketplace, log }),
    ...pedidosHandlers({ db, tokens, client, jobs, log }),
    ...importacoesHandlers({
      ...{ db, tokens, client, storage, images, jobs, arquivos, log },
      pictureHosts: config.MERCADO_LIVRE_PICTURE_HOSTS,
      quotaBytes: config.IMAGE_QUOTA_BYTES,
    }),
    notificacoesHandler({ db, tokens, client, clientId: marketplace.clientId, log }),
  ];
  await jobs.work(handlers);
  // What was sent while nobody was here may be lost by now.
  await jobs.enqueueGlobal(recoverNotificacoes, {});
  const reader = openReader({
    db,
    topics: openTopics({ tokens, client, anunciosChanged: anunciosChanged(jobs) }),
    log,
  });
  reader.start();
  return {
    log,
    async close() {
      await reader.stop();
      await jobs.close();
      await images.close();
      mail.close();
      await identityDb.close();
      await db.close();
    },
  };
}

/** Google is there once it has credentials. */
function googleOf(config: Config) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = config;
  if (!clientId || !clientSecret) return null;
  const redirectUri = new URL('/api/google/retorno', config.PUBLIC_URL).href;
  return openOidc({ issuer, clientId, clientSecret, redirectUri });
}
