import { emailHandlers, sendEmail, sendStrangersEmail } from '#modules/acesso/emails/emails.job.ts';
import { resealFactors, resealFactorsHandler } from '#modules/acesso/second-factor/reseal.job.ts';
import { sweepIdentity, sweepIdentityHandler } from '#modules/acesso/sweep.job.ts';
import {
  anunciosChanged,
  anunciosHandlers,
  keepLeituras,
  readAnuncios,
  refreshChanged,
} from '#modules/anuncios/anuncios.job.ts';
import { openComparer } from '#modules/anuncios/comparar.ts';
import {
  arquivosHandlers,
  emptyLixeira,
  followArquivos,
  purgeArquivo,
} from '#modules/arquivos/arquivos.job.ts';
import { openArquivos } from '#modules/arquivos/arquivos.ts';
import { openSealer } from '#modules/atividades/sealer.ts';
import { contasHandlers, keepContas, resealContas, revokeConta } from '#modules/contas/contas.job.ts';
import { convitesHandler, sendConvite } from '#modules/convites/convites.job.ts';
import { deleteEmpresas, exclusaoHandlers, tellExclusao } from '#modules/empresas/exclusao.job.ts';
import { lembretesHandler, sendLembrete } from '#modules/equipe/lembretes.job.ts';
import {
  advanceExportacao,
  exportacoesHandlers,
  sweepExportacoes,
} from '#modules/exportacoes/exportacoes.job.ts';
import { faturasHandlers, readBills, readFreights } from '#modules/faturas/faturas.job.ts';
import {
  advanceImportacao,
  importacoesHandlers,
  keepImportacoes,
  sweepImportacoes,
} from '#modules/importacoes/importacoes.job.ts';
import { advanceLote, keepLotes, lotesHandlers, resumeLotes } from '#modules/lotes/lotes.job.ts';
import { expire, expireHandler } from '#modules/manutencao/expirar.job.ts';
import { ensurePartitions, manutencaoHandler } from '#modules/manutencao/manutencao.job.ts';
import { notificacoesHandler, recoverNotificacoes } from '#modules/notificacoes/notificacoes.job.ts';
import { openReader } from '#modules/notificacoes/reader.ts';
import { openTopics } from '#modules/notificacoes/topics.ts';
import { novidadesHandler, sweepNovidades } from '#modules/novidades/novidades.job.ts';
import { keepPedidos, pedidosHandlers, startSync, syncPedidos } from '#modules/pedidos/pedidos.job.ts';
import { openPoller } from '#modules/pedidos/poller.ts';
import {
  advanceRestauracao,
  restauracoesHandlers,
  sweepRestauracoes,
} from '#modules/restauracoes/restauracoes.job.ts';
import { eraseTitular, titularesHandler } from '#modules/titulares/titulares.job.ts';
import { openReadVendas } from '#modules/vendas/read-vendas.ts';
import { releaseVendas, vendasHandlers } from '#modules/vendas/vendas.job.ts';
import type { Config } from '#platform/config.ts';
import { openDatabase } from '#platform/db/db.ts';
import { openImages } from '#platform/images/images.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { watchQueues } from '#platform/jobs/queue-metrics.ts';
import { openPulses } from '#platform/metrics/pulses.ts';
import { openMail } from '#platform/outside/mail.ts';
import { watchBackups } from '#platform/recovery/backup-metrics.ts';
import { explanations } from './explanations.ts';
import { marketplaceModules, openParts } from './parts.ts';

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
  expire,
  revokeConta,
  keepContas,
  resealContas,
  syncPedidos,
  releaseVendas,
  readFreights,
  readBills,
  keepPedidos,
  recoverNotificacoes,
  advanceImportacao,
  keepImportacoes,
  refreshChanged,
  readAnuncios,
  keepLeituras,
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

/**
 * The time limits for images of jobs. They exceed those of requests, because no person waits for these
 * images.
 */
const PATIENT = { maxWaitMs: 240_000, wallMs: 60_000 };

/** A worker asks its queues every few seconds, also while it works. */
const QUEUES_MS = 60_000;
/** A loop whose places are all taken may wait for a marketplace for minutes. */
const LOOP_MS = 300_000;

/** Opens the worker. It gives every kind of job its handler. */
export async function openWorker(config: Config, modules = marketplaceModules) {
  const parts = await openParts(config, { worker: true, modules });
  const { db, isHeld, jobs, storage, identityDb, log, vault, marketplaces, tokens } = parts;
  // Jobs that move images out of public sight must not wait behind imports for a connection.
  const urgentDb = openDatabase({ ...parts.database, pool: URGENT_POOL, name: 'urgent' });
  const images = openImages({ uid: config.IMAGE_UID, log, ...PATIENT });
  const arquivos = openArquivos({ jobs, mediaUrl: config.MEDIA_URL });
  const mail = openMail({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    allowPlain: config.SMTP_ALLOW_PLAIN,
    isHeld,
  });
  const handlers: JobHandler[] = [
    ...emailHandlers({ db: identityDb, mail, publicUrl: config.PUBLIC_URL }),
    convitesHandler({ db, mail, publicUrl: config.PUBLIC_URL }),
    lembretesHandler({ db, mail, publicUrl: config.PUBLIC_URL }),
    sweepIdentityHandler({ db: identityDb, jobs }),
    resealFactorsHandler({ db: identityDb, vault, log }),
    ...arquivosHandlers({ db, urgentDb, storage, jobs }),
    manutencaoHandler({ db }),
    expireHandler({ db, jobs, log }),
    novidadesHandler({ db }),
    ...contasHandlers({ db, vault, tokens, log }),
    ...pedidosHandlers({ db, tokens, jobs, log }),
    ...vendasHandlers({ db }),
    ...faturasHandlers({ db, tokens, log }),
    ...importacoesHandlers({
      ...{ db, tokens, marketplaces, storage, images, jobs, arquivos, log },
      quotaBytes: config.IMAGE_QUOTA_BYTES,
    }),
    ...anunciosHandlers({ db, tokens, marketplaces, jobs, log }),
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
    topics: openTopics({
      ...{ db, tokens, anunciosChanged: anunciosChanged(jobs) },
      readVendas: openReadVendas({ db, tokens }),
    }),
    isHeld,
    log,
  });
  reader.start();
  const poller = openPoller({
    ...{ db, tokens, isHeld, log, random: Math.random },
    synchronise: (tx, conta) => startSync(tx, jobs, conta),
  });
  poller.start();
  const sealer = openSealer({ db, log });
  sealer.start();
  const comparer = openComparer({ db, log });
  comparer.start();
  const pulses = openPulses();
  pulses.watch('jobs', { ageMs: QUEUES_MS, last: jobs.askedAt });
  pulses.watch('notificacoes', { ageMs: LOOP_MS, last: reader.turnedAt });
  pulses.watch('pedidos', { ageMs: LOOP_MS, last: poller.turnedAt });
  pulses.watch('atividades', { ageMs: LOOP_MS, last: sealer.turnedAt });
  pulses.watch('anuncios', { ageMs: LOOP_MS, last: comparer.turnedAt });
  const stopQueues = watchQueues({ db, log });
  const stopBackups = watchBackups({ db, isHeld, log });
  return {
    log,
    isReady: pulses.isReady,
    async close() {
      pulses.leave();
      stopQueues();
      stopBackups();
      // All of them stop taking work at once. A loop that is still running may enqueue jobs in its transaction
      // after pg-boss has stopped.
      await Promise.all([reader.stop(), poller.stop(), sealer.stop(), comparer.stop(), jobs.close()]);
      await images.close();
      mail.close();
      await identityDb.close();
      await urgentDb.close();
      await db.close();
    },
  };
}
