import type { Acesso } from '#modules/acesso/acesso.ts';
import {
  emailHandlers,
  openEmailSender,
  sendEmail,
  sendStrangersEmail,
} from '#modules/acesso/emails/emails.job.ts';
import { googleRoutes } from '#modules/acesso/google/google.routes.ts';
import { openLimits } from '#modules/acesso/limits.ts';
import { recuperacoesRoutes } from '#modules/acesso/recuperacoes.routes.ts';
import { resealFactors, resealFactorsHandler } from '#modules/acesso/second-factor/reseal.job.ts';
import { senhasRoutes } from '#modules/acesso/senhas/senhas.routes.ts';
import { sessoesRoutes } from '#modules/acesso/sessoes.routes.ts';
import { sweepIdentity, sweepIdentityHandler } from '#modules/acesso/sweep.job.ts';
import { usuariosRoutes } from '#modules/acesso/usuarios.routes.ts';
import { analisesExplanations, analisesRoutes } from '#modules/analises/analises.routes.ts';
import { openSellers } from '#modules/analises/seller.ts';
import {
  arquivosHandlers,
  emptyLixeira,
  followArquivos,
  purgeArquivo,
} from '#modules/arquivos/arquivos.job.ts';
import { arquivosExplanations, arquivosRoutes } from '#modules/arquivos/arquivos.routes.ts';
import { openArquivos } from '#modules/arquivos/arquivos.ts';
import { atividadesExplanations, atividadesRoutes } from '#modules/atividades/atividades.routes.ts';
import { openRefusals } from '#modules/atividades/refusals.ts';
import { openSealer } from '#modules/atividades/sealer.ts';
import { categoriasRegister } from '#modules/categorias/categorias.routes.ts';
import { clientesRegister } from '#modules/clientes/clientes.routes.ts';
import { consultasRoutes } from '#modules/consultas/consultas.routes.ts';
import { openBudget } from '#modules/contas/budget.ts';
import { contasHandlers, keepContas, resealContas, revokeConta } from '#modules/contas/contas.job.ts';
import { contasExplanations, contasRoutes } from '#modules/contas/contas.routes.ts';
import { openTokens } from '#modules/contas/tokens.ts';
import { convitesHandler, sendConvite } from '#modules/convites/convites.job.ts';
import { convitesRoutes } from '#modules/convites/convites.routes.ts';
import { convitesExplanations } from '#modules/convites/refusals.ts';
import { depositosRegister } from '#modules/depositos/depositos.routes.ts';
import { empresasExplanations, empresasRoutes } from '#modules/empresas/empresas.routes.ts';
import { deleteEmpresas, exclusaoHandlers, tellExclusao } from '#modules/empresas/exclusao.job.ts';
import { exclusaoExplanations, exclusaoRoutes } from '#modules/empresas/exclusao.routes.ts';
import { equipeExplanations, equipeRoutes } from '#modules/equipe/equipe.routes.ts';
import { lembretesHandler, sendLembrete } from '#modules/equipe/lembretes.job.ts';
import { lembretesExplanations, lembretesRoutes } from '#modules/equipe/lembretes.routes.ts';
import { errosRoutes } from '#modules/erros/erros.routes.ts';
import {
  advanceExportacao,
  exportacoesHandlers,
  sweepExportacoes,
} from '#modules/exportacoes/exportacoes.job.ts';
import { exportacoesExplanations, exportacoesRoutes } from '#modules/exportacoes/exportacoes.routes.ts';
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
import { inicioExplanations, inicioRoutes } from '#modules/inicio/inicio.routes.ts';
import { inventarioRoutes } from '#modules/inventario/inventario.routes.ts';
import { advanceLote, keepLotes, lotesHandlers, resumeLotes } from '#modules/lotes/lotes.job.ts';
import { lotesExplanations, lotesRoutes } from '#modules/lotes/lotes.routes.ts';
import { undoIfLote } from '#modules/lotes/start.ts';
import { ensurePartitions, manutencaoHandler } from '#modules/manutencao/manutencao.job.ts';
import { marcasRegister } from '#modules/marcas/marcas.routes.ts';
import { type OpenMarketplace, openMarketplaces } from '#modules/marketplace/marketplace.ts';
import { mercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { movimentosExplanations, movimentosRoutes } from '#modules/movimentos/movimentos.routes.ts';
import { notificacoesHandler, recoverNotificacoes } from '#modules/notificacoes/notificacoes.job.ts';
import { notificacoesExplanations, notificacoesRoutes } from '#modules/notificacoes/notificacoes.routes.ts';
import { openReader } from '#modules/notificacoes/reader.ts';
import { openTopics } from '#modules/notificacoes/topics.ts';
import { novidadesHandler, sweepNovidades } from '#modules/novidades/novidades.job.ts';
import { novidadesRoutes } from '#modules/novidades/novidades.routes.ts';
import { keepPedidos, pedidosHandlers, startSync, syncPedidos } from '#modules/pedidos/pedidos.job.ts';
import { openPoller } from '#modules/pedidos/poller.ts';
import { eventosRoutes } from '#modules/perfil/eventos.routes.ts';
import { fatoresRoutes } from '#modules/perfil/fatores.routes.ts';
import { perfilRoutes } from '#modules/perfil/perfil.routes.ts';
import { sessoesAbertasRoutes } from '#modules/perfil/sessoes-abertas.routes.ts';
import { politicaExplanations, politicaRoutes } from '#modules/politica/politica.routes.ts';
import { produtosRegister } from '#modules/produtos/produtos.routes.ts';
import { registrosRoutes } from '#modules/registros/registros.routes.ts';
import { remessasRoutes } from '#modules/remessas/remessas.routes.ts';
import {
  advanceRestauracao,
  restauracoesHandlers,
  sweepRestauracoes,
} from '#modules/restauracoes/restauracoes.job.ts';
import { restauracoesExplanations, restauracoesRoutes } from '#modules/restauracoes/restauracoes.routes.ts';
import { eraseTitular, titularesHandler } from '#modules/titulares/titulares.job.ts';
import { titularesExplanations, titularesRoutes } from '#modules/titulares/titulares.routes.ts';
import { vendedoresRegister } from '#modules/vendedores/vendedores.routes.ts';
import { visoesExplanations, visoesRoutes } from '#modules/visoes/visoes.routes.ts';
import type { Config } from '#platform/config.ts';
import { openDatabase } from '#platform/db/db.ts';
import { openIdentityDb } from '#platform/db/identity-db.ts';
import type { Explanations } from '#platform/errors.ts';
import { addHealth, openHealth } from '#platform/http/health.ts';
import { openHttp } from '#platform/http/http.ts';
import { describeApi, showApi } from '#platform/http/openapi.ts';
import { openSessions } from '#platform/http/session.ts';
import { serveWeb } from '#platform/http/web.ts';
import { openImages } from '#platform/images/images.ts';
import { type JobHandler, openJobs } from '#platform/jobs/jobs.ts';
import { openLog } from '#platform/log.ts';
import { openMail } from '#platform/outside/mail.ts';
import { openOidc } from '#platform/outside/oidc.ts';
import { openStorage } from '#platform/outside/storage.ts';
import { checkKeys } from '#platform/secrets/key-check.ts';
import { openPasswords } from '#platform/secrets/passwords.ts';
import { openVault } from '#platform/secrets/vault.ts';

/** Every register, with its routes and the Portuguese message of each of its database constraints. */
const registers = [
  marcasRegister,
  categoriasRegister,
  clientesRegister,
  fornecedoresRegister,
  vendedoresRegister,
  depositosRegister,
  produtosRegister,
];

/** Every marketplace: a module that implements the port (`modules/marketplace`). */
export const marketplaceModules: readonly OpenMarketplace[] = [mercadoLivre];

/**
 * Maps a constraint name to the message that a person reads when PostgreSQL refuses a row. A test fails on a
 * missing message.
 */
export const explanations: Explanations = {
  idempotency_keys_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  contadores_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  users_email_key: { field: 'email', message: 'Este email já está cadastrado' },
  ...analisesExplanations,
  ...arquivosExplanations,
  ...atividadesExplanations,
  ...contasExplanations,
  ...convitesExplanations,
  ...empresasExplanations,
  ...equipeExplanations,
  ...exclusaoExplanations,
  ...exportacoesExplanations,
  ...historicoExplanations,
  ...importacoesExplanations,
  ...inicioExplanations,
  ...lembretesExplanations,
  ...lotesExplanations,
  ...movimentosExplanations,
  ...notificacoesExplanations,
  ...politicaExplanations,
  ...titularesExplanations,
  ...restauracoesExplanations,
  ...visoesExplanations,
  ...Object.assign({}, ...registers.map((register) => register.explanations)),
};

/** Every kind of job. The release step (main.migrate.ts) creates one queue for each. */
export const jobKinds = [
  sendEmail,
  sendStrangersEmail,
  sendConvite,
  sendLembrete,
  sweepIdentity,
  resealFactors,
  followArquivos,
  purgeArquivo,
  emptyLixeira,
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
  eraseTitular,
  tellExclusao,
  deleteEmpresas,
  advanceExportacao,
  sweepExportacoes,
  advanceRestauracao,
  sweepRestauracoes,
  sweepNovidades,
  advanceLote,
  keepLotes,
];

/** The number of database connections that a worker reserves for urgent jobs. */
const URGENT_POOL = 2;

/** Opens the parts that the http process and the worker both need. */
async function openParts(config: Config, options: { worker: boolean; modules: readonly OpenMarketplace[] }) {
  const log = openLog(config.LOG_LEVEL);
  const onError = (err: Error) => log.warn({ err }, 'database connection lost');
  const database = { url: config.DATABASE_URL, patience: config.PATIENCE, onError };
  const db = openDatabase({ ...database, pool: config.DATABASE_POOL });
  const closeAndThrow = async (error: unknown): Promise<never> => {
    await db.close();
    throw error;
  };
  await checkKeys(db, config.SECRET_KEYS).catch(closeAndThrow);
  const jobs = await openJobs({ url: config.DATABASE_URL, worker: options.worker, log }).catch(closeAndThrow);
  const storage = openStorage(config.STORAGE);
  const identityDb = openIdentityDb({ url: config.AUTH_DATABASE_URL, patience: config.PATIENCE, onError });
  const vault = openVault(config.SECRET_KEYS);
  const budgetOf = (marketplace: string, perSecond: number) =>
    openBudget({ db, marketplace, perSecond, patience: config.PATIENCE });
  const marketplaces = openMarketplaces(options.modules.map((open) => open({ config, budgetOf })));
  const tokens = openTokens({ db, vault, marketplaces, log });
  return { config, log, database, db, jobs, storage, identityDb, vault, marketplaces, tokens };
}

/** Opens the http process. It registers every route of every module. */
export async function openApp(config: Config, modules = marketplaceModules) {
  const parts = await openParts(config, { worker: false, modules });
  const { db, jobs, storage, identityDb, log, vault, marketplaces, tokens } = parts;
  const sessions = openSessions(db);
  const acesso: Acesso = {
    db: identityDb,
    limits: openLimits(identityDb, config.SIGN_IN_LIMITS === 'on'),
    passwords: openPasswords(),
    vault,
    refusesCommonPasswords: config.REFUSE_COMMON_PASSWORDS,
    sendEmail: openEmailSender({ jobs, log }),
  };
  const identity = {
    ...acesso,
    google: googleOf(config),
    sessions,
    sessionsDb: db,
    publicUrl: config.PUBLIC_URL,
  };
  const images = openImages({ uid: config.IMAGE_UID, patience: config.PATIENCE, log });
  const arquivos = openArquivos({ jobs, mediaUrl: config.MEDIA_URL });

  // The streams of open tabs share one connection, which waits for no request.
  const novidadesDb = openDatabase({ ...parts.database, pool: 1 });

  const health = openHealth(parts.database);
  const app = await openHttp({
    ...parts,
    sessions,
    explanations,
    health,
    onRefused: openRefusals({ db, log }),
  });
  await describeApi(app);
  addHealth(app, health);
  errosRoutes(app, { log });
  usuariosRoutes(app, identity);
  senhasRoutes(app);
  sessoesRoutes(app, identity);
  recuperacoesRoutes(app, identity);
  googleRoutes(app, identity);
  perfilRoutes(app, identity);
  fatoresRoutes(app, identity);
  sessoesAbertasRoutes(app, identity);
  eventosRoutes(app, identity);
  politicaRoutes(app);
  empresasRoutes(app, { arquivos, db, identityDb, sessions });
  exclusaoRoutes(app, { jobs });
  equipeRoutes(app);
  lembretesRoutes(app, { jobs });
  convitesRoutes(app, { identityDb, limits: acesso.limits, jobs });
  arquivosRoutes(app, { arquivos, images, storage, jobs, quotaBytes: config.IMAGE_QUOTA_BYTES });
  historicoRoutes(app, { arquivos, undoIfLote: (tx, which) => undoIfLote(tx, { jobs, arquivos }, which) });
  lotesRoutes(app, { jobs });
  atividadesRoutes(app);
  movimentosRoutes(app);
  inventarioRoutes(app);
  inicioRoutes(app);
  visoesRoutes(app);
  registrosRoutes(app);
  remessasRoutes(app, { db, patience: config.PATIENCE });
  for (const register of registers) register.routes(app, { arquivos, passwords: acesso.passwords });
  consultasRoutes(app, config);
  contasRoutes(app, {
    ...{ marketplaces, vault, jobs },
    // A marketplace may delete orders after some months. The synchronisation starts with the connection, so that no
    // order is lost while no person opens the analysis.
    connected: (tx, conta) => startSync(tx, jobs, { ...conta, isConnected: true }),
  });
  analisesRoutes(app, { jobs, marketplaces, sellers: openSellers({ tokens, marketplaces, log }) });
  importacoesRoutes(app, { jobs });
  titularesRoutes(app, { jobs });
  exportacoesRoutes(app, { db, jobs, storage });
  restauracoesRoutes(app, { jobs, storage, quotaBytes: config.IMAGE_QUOTA_BYTES });
  notificacoesRoutes(app, { db, marketplaces, log });
  novidadesRoutes(app, { db: novidadesDb, log, keys: config.SECRET_KEYS });
  if (config.API_DOCS ?? config.NODE_ENV !== 'production') await showApi(app);
  if (config.WEB_DIST) await serveWeb(app, { dist: config.WEB_DIST, mediaUrl: config.MEDIA_URL });

  // Fastify runs this hook after it has stopped accepting requests, so the parts that requests used may close.
  app.addHook('onClose', async () => {
    await images.close();
    await jobs.close();
    await health.close();
    await identityDb.close();
    await novidadesDb.close();
    await db.close();
  });
  return { app, storage, leave: health.leave };
}

/**
 * The time limits for images of jobs. They exceed those of requests, because no person waits for these
 * images.
 */
const PATIENT = { maxWaitMs: 240_000, wallMs: 60_000 };

/** Opens the worker. It gives every kind of job its handler. */
export async function openWorker(config: Config, modules = marketplaceModules) {
  const parts = await openParts(config, { worker: true, modules });
  const { db, jobs, storage, identityDb, log, vault, marketplaces, tokens } = parts;
  // Jobs that move images out of public sight must not wait behind imports for a connection.
  const urgentDb = openDatabase({ ...parts.database, pool: URGENT_POOL });
  const images = openImages({ uid: config.IMAGE_UID, log, ...PATIENT });
  const arquivos = openArquivos({ jobs, mediaUrl: config.MEDIA_URL });
  const mail = openMail({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    allowPlain: config.SMTP_ALLOW_PLAIN,
  });
  const handlers: JobHandler[] = [
    ...emailHandlers({ db: identityDb, mail, publicUrl: config.PUBLIC_URL }),
    convitesHandler({ db, mail, publicUrl: config.PUBLIC_URL }),
    lembretesHandler({ db, mail, publicUrl: config.PUBLIC_URL }),
    sweepIdentityHandler({ db: identityDb, jobs }),
    resealFactorsHandler({ db: identityDb, vault, log }),
    ...arquivosHandlers({ db, urgentDb, storage, jobs }),
    manutencaoHandler({ db }),
    novidadesHandler({ db }),
    ...contasHandlers({ db, vault, tokens, log }),
    ...pedidosHandlers({ db, tokens, jobs, log }),
    ...importacoesHandlers({
      ...{ db, tokens, marketplaces, storage, images, jobs, arquivos, log },
      quotaBytes: config.IMAGE_QUOTA_BYTES,
    }),
    notificacoesHandler({ db, tokens, marketplaces, log }),
    titularesHandler({ db, jobs, log }),
    ...exclusaoHandlers({ db, storage, mail, publicUrl: config.PUBLIC_URL, log }),
    ...exportacoesHandlers({ db, storage, jobs, log }),
    ...lotesHandlers({ db, jobs, arquivos, explanations }),
    ...restauracoesHandlers({
      ...{ db, storage, images, jobs, arquivos, log },
      quotaBytes: config.IMAGE_QUOTA_BYTES,
    }),
  ];
  await jobs.work(handlers);
  // The marketplace did not deliver the notifications that it sent while no process ran. This job fetches
  // those it reports as missed.
  await jobs.enqueueGlobal(recoverNotificacoes, {});
  await resumeLotes({ db, jobs });
  const reader = openReader({
    db,
    topics: openTopics({ db, tokens, anunciosChanged: anunciosChanged(jobs) }),
    log,
  });
  reader.start();
  const poller = openPoller({
    ...{ db, tokens, log, random: Math.random },
    synchronise: (tx, conta) => startSync(tx, jobs, conta),
  });
  poller.start();
  const sealer = openSealer({ db, log });
  sealer.start();
  return {
    log,
    async close() {
      // All of them stop taking work at once. A loop that is still running may enqueue jobs in its transaction
      // after pg-boss has stopped.
      await Promise.all([reader.stop(), poller.stop(), sealer.stop(), jobs.close()]);
      await images.close();
      mail.close();
      await identityDb.close();
      await urgentDb.close();
      await db.close();
    },
  };
}

/** Returns null in an installation without Google credentials, where sign-in with Google is not offered. */
function googleOf(config: Config) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = config;
  if (!clientId || !clientSecret) return null;
  const redirectUri = new URL('/api/google/retorno', config.PUBLIC_URL).href;
  return openOidc({ issuer, clientId, clientSecret, redirectUri });
}
