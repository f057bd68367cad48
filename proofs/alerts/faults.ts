import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { aDeposito, aProduto, createAs, someReferences } from '../kit/records.ts';
import type { Site } from './site.ts';

/** A fault of the installation. */
export interface Fault {
  name: string;
  /** The alert that it must raise. */
  alert: string;
  /** Brings the fault about. `isOver` turns true when the proof ends it. */
  begin(site: Site, isOver: () => boolean): Promise<void>;
  end(site: Site): Promise<void>;
}

/** Another program at the database, such as a forgotten psql. */
let other: pg.Client | undefined;
async function hold(site: Site, ...statements: string[]): Promise<void> {
  other = new pg.Client({ connectionString: site.postgres.url('prumo') });
  other.on('error', () => {});
  await other.connect();
  await other.query('begin');
  for (const statement of statements) await other.query(statement);
}
const letGo = async () => {
  await other?.end();
  other = undefined;
};

export const FAULTS: readonly Fault[] = [
  {
    name: 'pool full',
    alert: 'PrumoDatabaseWait',
    begin: (site) =>
      hold(site, 'lock table notificacoes, pedidos_atraso, atividades_pendentes in access exclusive mode'),
    end: letGo,
  },
  {
    name: 'queue stuck',
    alert: 'PrumoUrgentQueueOld',
    // Workers skip a job whose row another transaction holds.
    async begin(site) {
      await askForMail(site, 1);
      const [job] = await site.sql<{ id: string }>(COPY_OF_MAIL_JOB);
      if (!job) throw new Error('there is no mail job to copy');
      await hold(site, `select from pgboss.job where id = '${job.id}' for update`);
    },
    end: letGo,
  },
  {
    name: 'worker gone',
    alert: 'PrumoNoWorker',
    begin: ({ worker }) => worker.stop(),
    end: async ({ worker }) => worker.start(),
  },
  {
    name: 'replica lag',
    alert: 'PrumoReplicaLag',
    begin: async ({ replica }) => void (await replica.query('select pg_wal_replay_pause()')),
    end: async ({ replica }) => void (await replica.query('select pg_wal_replay_resume()')),
  },
  {
    name: 'disk nearly full',
    alert: 'PrumoDiskFull',
    begin: ({ disk }) => disk.fill(),
    end: ({ disk }) => disk.empty(),
  },
  {
    name: '5xx',
    alert: 'PrumoErrors',
    // As after a migration that the release does not know.
    begin: async ({ sql }) => void (await sql('alter table marcas rename to marcas_renamed')),
    end: async ({ sql }) => void (await sql('alter table marcas_renamed rename to marcas')),
  },
  {
    name: 'slow route',
    alert: 'PrumoSlow',
    async begin(site, isOver) {
      void (async () => {
        while (!isOver()) {
          await hold(site, 'lock table marcas in access exclusive mode');
          await sleep(1600);
          await letGo();
          await sleep(50);
        }
      })();
    },
    end: async () => {},
  },
  {
    name: 'budget spent',
    alert: 'PrumoMarketplaceBudget',
    // Mercado Livre allows one call in a minute and says so, while several contas import.
    async begin(site) {
      const limites = { porMinuto: 1, rajada: 1, rotas: {}, retryAfter: true, texto: false };
      await site.standIn.setApplication({ limites });
      for (const { id } of site.contas)
        await site.call(site.operator, 'POST', '/api/importacoes', { conta_id: id, estados: ['ativos'] });
    },
    async end(site) {
      const limites = { porMinuto: 1500, rajada: 1500, rotas: {}, retryAfter: false, texto: false };
      await site.standIn.setApplication({ limites });
    },
  },
  {
    name: 'conta lag',
    alert: 'PrumoMarketplaceLag',
    async begin({ standIn, seller }, isOver) {
      void (async () => {
        for (let n = 0; !isOver(); n++) {
          const em = new Date(Date.now() - 7_200_000 + n * 1000).toISOString();
          await standIn.control('POST', `/vendedores/${seller}/venda`, { em }).catch(() => {});
          await sleep(4000);
        }
      })();
    },
    end: async () => {},
  },
  {
    name: 'certificate near its end',
    alert: 'PrumoCertificate',
    begin: async ({ certificate }) => certificate.serve(5),
    end: async ({ certificate }) => certificate.serve(90),
  },
  {
    name: 'backup old',
    alert: 'PrumoBackupOld',
    begin: ({ backup }) => backup.old(),
    end: ({ backup }) => backup.fresh(),
  },
  {
    name: 'WAL not archived',
    alert: 'PrumoWalNotArchived',
    begin: ({ refusesWal }) => writeFile(refusesWal, '', { mode: 0o644 }),
    end: ({ refusesWal }) => rm(refusesWal),
  },
  {
    name: 'mail refused',
    alert: 'PrumoMail',
    async begin(site) {
      site.mail.refuses = true;
      await askForMail(site, 3);
    },
    async end({ mail }) {
      mail.refuses = false;
    },
  },
  {
    name: 'login attack',
    alert: 'PrumoSignInsRefused',
    async begin(site, isOver) {
      void (async () => {
        for (let n = 0; !isOver(); n++) {
          const guess = {
            email: `alvo${n % 40}@exemplo.com.br`,
            senha: randomBytes(9).toString('base64url'),
          };
          const from = { 'x-forwarded-for': `203.0.113.${n % 200}` };
          void site.ask({}, 'POST', '/api/sessoes', guess, from).catch(() => {});
          await sleep(300);
        }
      })();
    },
    end: async () => {},
  },
  {
    name: 'ledger disagrees',
    alert: 'PrumoStockDisagrees',
    async begin(site) {
      await someStock(site);
      // A change by hand, past the product and its triggers.
      await tamper(site, 1);
      site.checkStock();
    },
    async end(site) {
      await tamper(site, -1);
      site.checkStock();
    },
  },
];

/** Asks for the recovery of a password of some people, each of whom gets a mail. */
async function askForMail(site: Site, people: number): Promise<void> {
  for (let n = 0; n < people; n++) {
    const { userId } = await site.anOperator(`Bruno Lima ${n}`);
    const [user] = await site.sql<{ email: string }>('select email from auth.users where id = $1', [userId]);
    await site.ask({}, 'POST', '/api/recuperacoes', { email: user?.email ?? '' });
  }
  for (let n = 0; n < 50; n++) {
    const [row] = await site.sql<{ n: number }>(
      "select count(*)::int as n from pgboss.job where name like 'acesso.enviar-email%'",
    );
    if ((row?.n ?? 0) > 0) return;
    await sleep(200);
  }
}

/** Copies a mail job as one that is due in some seconds, in which the proof takes its row. */
const COPY_OF_MAIL_JOB = `
  insert into pgboss.job select (copy).* from (
    select jsonb_populate_record(j, jsonb_build_object(
      'id', gen_random_uuid(), 'state', 'created', 'created_on', now(), 'start_after', now() + interval '5 seconds',
      'started_on', null, 'completed_on', null, 'output', null, 'retry_count', 0)) as copy
    from pgboss.job j where name like 'acesso.enviar-email%' limit 1) as one
  returning id`;

async function someStock(site: Site): Promise<void> {
  const create = createAs(site, site.operator);
  const depositos = [await aDeposito(create, 'Central')];
  await aProduto(create, {
    ...(await someReferences(create)),
    nome: 'Filtro de óleo',
    sku: 'FLT-1',
    depositos,
  });
}

async function tamper({ postgres }: Site, by: number): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url('prumo') });
  await client.connect();
  await client.query("set session_replication_role = 'replica'");
  await client.query('update produto_deposito set quantidade = quantidade + $1', [by]);
  await client.end();
}
