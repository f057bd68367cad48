import { LANES } from '../../apps/server/src/platform/jobs/lanes.ts';
import { MAX_UPLOAD_BYTES } from '../../packages/contract/src/arquivos.ts';
import { decided } from './reading.ts';

const PLATFORM = 'apps/server/src/platform';
const ADMISSION = `${PLATFORM}/admission/admission.ts`;
const IMAGES = `${PLATFORM}/images/images.ts`;
const NOVIDADES = 'apps/server/src/modules/novidades';
const ROLES = 'apps/server/migrations/roles.sql';

/** The value that each row of the table of limits in docs/operations.md must state. */
export const LIMITS = (): Record<string, string> => ({
  'A request': ms(`${PLATFORM}/http/http.ts`, /REQUEST_TIMEOUT_MS = ([\d_]+)/),
  'A JSON body': `${decided(`${PLATFORM}/http/http.ts`, /JSON_BODY_BYTES = (\d+) \* 1024/)} kB`,
  'An uploaded file': `${MAX_UPLOAD_BYTES / 1024 ** 2} MB`,
  'Uploaded files in memory': String(decided(ADMISSION, /UPLOAD_PLACES = (\d+)/)),
  'Uploaded files of one empresa in memory': String(decided(ADMISSION, /UPLOADS_PER_EMPRESA = (\d+)/)),
  'Waiting for a database connection': ms(`${PLATFORM}/db/db.ts`, /connectionTimeoutMillis: ([\d_]+)/),
  'A transaction waiting for a place at the database, all gates together': ms(
    ADMISSION,
    /\bWAIT_MS = ([\d_]+)/,
  ),
  'A statement of a read': statement('read'),
  'A statement of a search or of cards': same(statement('search'), statement('summary')),
  'A statement of a write': statement('write'),
  'A statement of a heavy call': statement('heavy'),
  'A statement of a job': role('app', 'statement_timeout'),
  'A statement that compares anuncios; its transaction has no limit': ms(
    'apps/server/src/modules/importacoes/compare/compare.queries.ts',
    /COMPARE_BUDGET: Budget = \{ statementMs: ([\d_]+)/,
  ),
  'A transaction': role('app', 'transaction_timeout'),
  'Waiting for a lock': role('app', 'lock_timeout'),
  'Idle in a transaction': role('app', 'idle_in_transaction_session_timeout'),
  'A statement of sign-in': role('auth_app', 'statement_timeout'),
  'Idle in a transaction of sign-in': role('auth_app', 'idle_in_transaction_session_timeout'),
  'A file of a migration waiting for a lock, at each of its tries': ms(
    `${PLATFORM}/release/apply-files.ts`,
    /LOCK_PATIENCE: LockPatience = \{ ms: ([\d_]+)/,
  ),
  'Waiting for a lock as role owner, otherwise': role('owner', 'lock_timeout'),
  'A statement of a migration': role('owner', 'statement_timeout'),
  'Processor time of an image; a thumbnail adds as much again, and so does HEIC': ms(
    IMAGES,
    /cpuMs = ([\d_]+)/,
  ),
  'Clock time of an image in http': ms(IMAGES, /wallMs = ([\d_]+)/),
  'Clock time of an image in the worker': ms('apps/server/src/worker.ts', /PATIENT = \{.*wallMs: ([\d_]+)/),
  'An image waiting for a process in http': ms(IMAGES, /maxWaitMs = ([\d_]+)/),
  'Images of one empresa that wait for the front processes; as many for the background process': String(
    decided(IMAGES, /waitingPerEmpresa = (\d+)/),
  ),
  'Images that wait for the front processes; as many for the background process': String(
    decided(IMAGES, /waiting = (\d+)/),
  ),
  'Resident memory of an image process': `${decided(IMAGES, /memoryMb = (\d+)/)} MB`,
  'Open streams of changes of a process': String(decided(`${NOVIDADES}/places.ts`, /OF_PROCESS = (\d+)/)),
  'Open streams of changes of one empresa': String(decided(`${NOVIDADES}/places.ts`, /OF_EMPRESA = (\d+)/)),
  'Open streams of changes of one person': String(decided(`${NOVIDADES}/places.ts`, /OF_PERSON = (\d+)/)),
  'Unread bytes after which a stream is disconnected': `${decided(`${NOVIDADES}/stream.ts`, /MOST_UNREAD_BYTES = (\d+) \* 1024/)} kB`,
  'SIGTERM: `/readyz` fails before http stops listening, in production': ms(
    'apps/server/src/main.http.ts',
    /sleep\(([\d_]+)\)/,
  ),
  'SIGTERM: time that running jobs have to end': ms(`${PLATFORM}/jobs/jobs.ts`, /timeout: ([\d_]+)/),
  'SIGTERM: the process ends hard': ms(`${PLATFORM}/process.ts`, /HARD_STOP_MS = ([\d_]+)/),
  'Heartbeat of a job, which reveals a killed worker': `${decided(`${PLATFORM}/jobs/migrate-jobs.ts`, /HEARTBEAT_SECONDS = (\d+)/)} s`,
  'Retries of an `urgent` or `watched` job': same(
    String(LANES.urgent.queue.retryLimit),
    String(LANES.watched.queue.retryLimit),
  ),
  'Retries of a `bulk` or `upkeep` job': same(
    String(LANES.bulk.queue.retryLimit),
    String(LANES.upkeep.queue.retryLimit),
  ),
});

const ms = (path: string, pattern: RegExp) => `${decided(path, pattern) / 1000} s`;

const statement = (cost: string) =>
  ms(`${PLATFORM}/http/session/access.ts`, new RegExp(`STATEMENT_MS[^}]*\\b${cost}: ([\\d_]+)`));

const role = (name: string, setting: string) =>
  `${decided(ROLES, new RegExp(`alter role ${name} set ${setting} = '(\\d+)s'`))} s`;

/** The value of a row that states two limits. */
const same = (first: string, second: string) => (first === second ? first : `${first} and ${second}`);
