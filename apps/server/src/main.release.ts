import { keepContas } from '#modules/contas/contas.job.ts';
import { readConfig } from '#platform/config.ts';
import { openJobs } from '#platform/jobs/jobs.ts';
import { openLog } from '#platform/log.ts';
import { asOwner } from './recovery/owner.ts';
import { releaseHold } from './recovery/settle.queries.ts';

/** Ends the hold of a restore: mail goes, and each conta is tried. A conta with an outdated token becomes `reconectar`. */
const config = readConfig();
if (await asOwner(releaseHold)) {
  const jobs = await openJobs({ url: config.DATABASE_URL, worker: false, log: openLog(config.LOG_LEVEL) });
  await jobs.enqueueGlobal(keepContas, {});
  await jobs.close();
  console.log('Mail and marketplaces are released. The worker now tries every conta.');
} else console.log('Nothing is held back.');
