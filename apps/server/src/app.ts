import type { Acesso } from '#modules/acesso/acesso.ts';
import { openEmailSender } from '#modules/acesso/emails/emails.job.ts';
import { googleRoutes } from '#modules/acesso/google/google.routes.ts';
import { openLimits } from '#modules/acesso/limits.ts';
import { recuperacoesRoutes } from '#modules/acesso/recuperacoes.routes.ts';
import { senhasRoutes } from '#modules/acesso/senhas/senhas.routes.ts';
import { sessoesRoutes } from '#modules/acesso/sessoes.routes.ts';
import { usuariosRoutes } from '#modules/acesso/usuarios.routes.ts';
import { aliquotasRoutes } from '#modules/aliquotas/aliquotas.routes.ts';
import { analisesRoutes } from '#modules/analises/analises.routes.ts';
import { openSellers } from '#modules/analises/seller.ts';
import { anunciosRoutes } from '#modules/anuncios/anuncios.routes.ts';
import { arquivosRoutes } from '#modules/arquivos/arquivos.routes.ts';
import { openArquivos } from '#modules/arquivos/arquivos.ts';
import { atividadesRoutes } from '#modules/atividades/atividades.routes.ts';
import { openRefusals } from '#modules/atividades/refusals.ts';
import { comissoesRoutes } from '#modules/comissoes/comissoes.routes.ts';
import { consultasRoutes } from '#modules/consultas/consultas.routes.ts';
import { contasRoutes } from '#modules/contas/contas.routes.ts';
import { convitesRoutes } from '#modules/convites/convites.routes.ts';
import { margemRoutes } from '#modules/custos/margem.routes.ts';
import { empresasRoutes } from '#modules/empresas/empresas.routes.ts';
import { exclusaoRoutes } from '#modules/empresas/exclusao.routes.ts';
import { equipeRoutes } from '#modules/equipe/equipe.routes.ts';
import { lembretesRoutes } from '#modules/equipe/lembretes.routes.ts';
import { errosRoutes } from '#modules/erros/erros.routes.ts';
import { exportacoesRoutes } from '#modules/exportacoes/exportacoes.routes.ts';
import { faturasRoutes } from '#modules/faturas/faturas.routes.ts';
import { historicoRoutes } from '#modules/historico/historico.routes.ts';
import { importacoesRoutes } from '#modules/importacoes/importacoes.routes.ts';
import { inicioRoutes } from '#modules/inicio/inicio.routes.ts';
import { inventarioRoutes } from '#modules/inventario/inventario.routes.ts';
import { lotesRoutes } from '#modules/lotes/lotes.routes.ts';
import { undoIfLote } from '#modules/lotes/start.ts';
import { margensRoutes } from '#modules/margens/margens.routes.ts';
import { movimentosRoutes } from '#modules/movimentos/movimentos.routes.ts';
import { notasRoutes } from '#modules/notas/notas.routes.ts';
import { notificacoesRoutes } from '#modules/notificacoes/notificacoes.routes.ts';
import { novidadesRoutes } from '#modules/novidades/novidades.routes.ts';
import { pedidosRoutes } from '#modules/pedidos/fila/pedidos.routes.ts';
import { startSync } from '#modules/pedidos/pedidos.job.ts';
import { eventosRoutes } from '#modules/perfil/eventos.routes.ts';
import { fatoresRoutes } from '#modules/perfil/fatores.routes.ts';
import { perfilRoutes } from '#modules/perfil/perfil.routes.ts';
import { sessoesAbertasRoutes } from '#modules/perfil/sessoes-abertas.routes.ts';
import { politicaRoutes } from '#modules/politica/politica.routes.ts';
import { publicacaoRoutes } from '#modules/publicacao/publicacao.routes.ts';
import { registrosRoutes } from '#modules/registros/registros.routes.ts';
import { remessasRoutes } from '#modules/remessas/remessas.routes.ts';
import { reservasRoutes } from '#modules/reservas/reservas.routes.ts';
import { restauracoesRoutes } from '#modules/restauracoes/restauracoes.routes.ts';
import { retencaoRoutes } from '#modules/retencao/retencao.routes.ts';
import { titularesRoutes } from '#modules/titulares/titulares.routes.ts';
import { vendasBalcaoRoutes } from '#modules/vendas-balcao/vendas-balcao.routes.ts';
import { switchOff } from '#modules/vendas-config/switch-off.ts';
import { vendasConfigRoutes } from '#modules/vendas-config/vendas-config.routes.ts';
import { visoesRoutes } from '#modules/visoes/visoes.routes.ts';
import type { Config } from '#platform/config.ts';
import { openDatabase } from '#platform/db/db.ts';
import { addHealth, openHealth } from '#platform/http/health.ts';
import { openHttp } from '#platform/http/http.ts';
import { describeApi, showApi } from '#platform/http/openapi.ts';
import { openSessions } from '#platform/http/session/session.ts';
import { serveWeb } from '#platform/http/web.ts';
import { openImages } from '#platform/images/images.ts';
import { openOidc } from '#platform/outside/oidc.ts';
import { openPasswords } from '#platform/secrets/passwords.ts';
import { explanations } from './explanations.ts';
import { marketplaceModules, openParts } from './parts.ts';
import { registers } from './registers.ts';

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
  const novidadesDb = openDatabase({ ...parts.database, pool: 1, name: 'streams' });

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
  retencaoRoutes(app);
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
  reservasRoutes(app);
  pedidosRoutes(app, { tokens });
  vendasBalcaoRoutes(app);
  comissoesRoutes(app);
  vendasConfigRoutes(app, { jobs });
  notasRoutes(app, { tokens, marketplaces });
  margemRoutes(app);
  margensRoutes(app);
  aliquotasRoutes(app);
  faturasRoutes(app);
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
    disconnected: (tx, conta) => switchOff(tx, jobs, conta),
  });
  analisesRoutes(app, { jobs, marketplaces, sellers: openSellers({ tokens, marketplaces, log }) });
  anunciosRoutes(app, { jobs });
  publicacaoRoutes(app);
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
  return { app, storage, health };
}

/** Returns null in an installation without Google credentials, where sign-in with Google is not offered. */
function googleOf(config: Config) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = config;
  if (!clientId || !clientSecret) return null;
  const redirectUri = new URL('/api/google/retorno', config.PUBLIC_URL).href;
  return openOidc({ issuer, clientId, clientSecret, redirectUri });
}
