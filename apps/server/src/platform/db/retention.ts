/**
 * What the database keeps, for how long, and why (ADR 0103). The jobs remove by this declaration, docs/retention.md
 * repeats it, and tests compare it with the catalogue of PostgreSQL, so that no table is forgotten.
 */

/** Who decides a term: the empresa on its screen, a law, or we, for the product or for its cost. */
type Decides = 'empresa' | 'law' | 'product' | 'cost';

export interface Removed {
  /** The data, as the document names it. */
  what: string;
  /** The tables, each with its schema unless that is `public`. */
  tables: readonly string[];
  /** The term as an interval of PostgreSQL. Null when each row has its own. */
  term: string | null;
  /** When the term begins, or when the row itself says that it is over. */
  from: string;
  decides: Decides;
  why: string;
  /** The kind of job that removes the rows, or what else does. */
  by: string;
}

/** The name of the job that removes what has no job of its own. */
export const EXPIRE = 'manutencao.expirar';

/** The rows of an empresa that `manutencao.expirar` deletes in batches, the oldest first. */
export interface Rows {
  table: string;
  /** The columns of the primary key after `empresa_id`. */
  key: readonly string[];
  /** The column with the instant at which the term begins. */
  since: string;
  /** A condition on the rows. */
  where?: string;
}

type Expired = Removed & { term: string; rows: Rows };

/** What `manutencao.expirar` deletes by age. */
export const EXPIRED: readonly Expired[] = [
  {
    what: 'answers to requests, for repetitions',
    tables: ['idempotency_keys'],
    term: '48 hours',
    from: 'the request',
    decides: 'product',
    why: 'no client repeats a request that late, and the answers contain personal data',
    by: EXPIRE,
    rows: { table: 'idempotency_keys', key: ['id'], since: 'created_at' },
  },
  {
    what: 'refused movimentos, for repetitions',
    tables: ['movimentos_recusados'],
    term: '30 days',
    from: 'the refusal',
    decides: 'product',
    why: 'a device that was offline repeats a movimento within days',
    by: EXPIRE,
    rows: { table: 'movimentos_recusados', key: ['chave'], since: 'created_at' },
  },
  {
    what: 'notifications of a marketplace that nobody could read',
    tables: ['notificacoes'],
    term: '30 days',
    from: 'the arrival',
    decides: 'cost',
    why: 'the conta waits for its seller; the synchronisation after a new connection finds the changes again',
    by: EXPIRE,
    rows: {
      table: 'notificacoes',
      key: ['marketplace', 'seller_id', 'topico', 'recurso'],
      since: 'recebida_em',
      where: 'pendente',
    },
  },
];

/** The terms that a person of the empresa can choose for its history, in years; the contract states the same. */
const HISTORICO: Removed = {
  what: 'history of records, and the chain of atividades over it',
  tables: ['historico', 'atividades', 'lotes'],
  term: null,
  from: 'the change: 1, 2, 5 or 10 years, 5 unless the empresa chooses',
  decides: 'empresa',
  why: 'five years are the usual limit of tax claims; records of access stay for six months (Marco Civil, art. 15), so one year is the least',
  by: EXPIRE,
};

/** What other jobs remove. A test compares each term with the code or the function that states it. */
export const ELSEWHERE: readonly (Removed & { stated?: { function: string } | { file: string } })[] = [
  {
    what: 'notifications of a marketplace that were read',
    tables: ['notificacoes'],
    term: '3 days',
    from: 'the reading',
    decides: 'product',
    why: 'the marketplace repeats a notification for two days',
    by: 'notificacoes.recuperar',
    stated: { function: 'sweep_notificacoes' },
  },
  {
    what: 'changes that open screens are told',
    tables: ['novidades'],
    term: '10 minutes',
    from: 'the change',
    decides: 'cost',
    why: 'a tab that was away longer reads everything again',
    by: 'novidades.varrer',
    stated: { function: 'sweep_novidades' },
  },
  {
    what: 'parts of bulk changes',
    tables: ['lote_partes'],
    term: '31 days',
    from: 'the request',
    decides: 'product',
    why: 'a bulk change can be undone for 30 days',
    by: 'lotes.cuidar',
    stated: { function: 'sweep_lotes' },
  },
  {
    what: 'imports of anuncios that have a newer one',
    tables: ['importacoes', 'importacao_itens', 'importacao_fotos'],
    term: '90 days',
    from: 'the end of the import',
    decides: 'cost',
    why: 'an import has a row for each anuncio and photo; its results are records',
    by: 'importacoes.varrer',
    stated: { function: 'importacoes_antigas' },
  },
  {
    what: 'files of exports',
    tables: ['exportacao_partes'],
    term: null,
    from: '24 hours after the file is complete, or when a new file replaces it',
    decides: 'product',
    why: 'the file has every record of the empresa',
    by: 'exportacoes.varrer',
  },
  {
    what: 'uploaded files of restores',
    tables: ['restauracao_pedacos'],
    term: null,
    from: 'the end of the restore, or a day without progress',
    decides: 'product',
    why: 'the file has every record of an empresa',
    by: 'restauracoes.varrer',
  },
  {
    what: 'images that no record shows',
    tables: ['arquivos'],
    term: '30 days',
    from: 'the change that removed the image; a day after an upload that no record used',
    decides: 'product',
    why: 'a deleted record can be restored with its images for 30 days',
    by: 'arquivos.esvaziar-lixeira',
  },
  {
    what: 'connections of a conta that nobody finished',
    tables: ['conexoes'],
    term: '1 hour',
    from: 'the expiry of the connection',
    decides: 'product',
    why: 'the page says what became of it',
    by: 'contas.manter',
    stated: { function: 'sweep_conexoes' },
  },
  {
    what: 'events of accounts: sign-ins with address and device',
    tables: ['auth.events'],
    term: '1 year',
    from: 'the event',
    decides: 'law',
    why: 'Marco Civil, art. 15, demands six months; a person sees the last year',
    by: 'acesso.varrer',
    stated: { function: 'auth.forget_events' },
  },
  {
    what: 'sent e-mails of accounts',
    tables: ['auth.emails'],
    term: '30 days',
    from: 'the sending',
    decides: 'product',
    why: 'a person asks support why an e-mail did not arrive',
    by: 'acesso.varrer',
    stated: { file: 'modules/acesso/sweep.queries.ts' },
  },
  {
    what: 'known devices',
    tables: ['auth.devices'],
    term: '1 year',
    from: 'the last use',
    decides: 'product',
    why: 'a device that is used is not challenged like a new one',
    by: 'acesso.varrer',
    stated: { file: 'modules/acesso/sweep.queries.ts' },
  },
  {
    what: 'accounts whose address nobody confirmed, with all their rows',
    tables: ['auth.users', 'profiles'],
    term: '7 days',
    from: 'the sign-up',
    decides: 'product',
    why: 'the address becomes free; a confirmed account stays until its person deletes it',
    by: 'acesso.varrer',
    stated: { file: 'modules/acesso/sweep.queries.ts' },
  },
  {
    what: 'second factors that nobody finished to set up',
    tables: ['auth.factors'],
    term: '1 day',
    from: 'the start',
    decides: 'product',
    why: 'the page offers to start again; a confirmed factor stays until its person removes it',
    by: 'acesso.varrer',
    stated: { file: 'modules/acesso/sweep.queries.ts' },
  },
  {
    what: 'counts of attempts to sign in',
    tables: ['auth.limits'],
    term: '1 day',
    from: 'the last attempt',
    decides: 'product',
    why: 'the longest limit counts a day',
    by: 'acesso.varrer',
    stated: { file: 'modules/acesso/sweep.queries.ts' },
  },
  {
    what: 'sessions, challenges and sign-ins under way',
    tables: ['auth.sessions', 'auth.challenges', 'auth.oauth_flows'],
    term: null,
    from: 'their own expiry',
    decides: 'product',
    why: 'they open nothing after it',
    by: 'acesso.varrer',
  },
  {
    what: 'answers of CEP and CNPJ services',
    tables: ['consultas.respostas'],
    term: null,
    from: 'their own expiry; each new answer removes up to 20',
    decides: 'product',
    why: 'an old answer may be wrong',
    by: 'the next lookup',
  },
  {
    what: 'authorizations that wait to be revoked',
    tables: ['marketplaces.revogacoes'],
    term: null,
    from: 'the revocation at the marketplace',
    decides: 'product',
    why: 'the lease of a worker that revokes',
    by: 'contas.revogar',
  },
  {
    what: 'jobs that ended',
    tables: ['pgboss.job', 'pgboss.job_dependency'],
    term: '7 days',
    from: 'the end of the job; 14 days for one that no worker took, also in `falhas`',
    decides: 'cost',
    why: 'an operator looks at the last days',
    by: 'pg-boss',
  },
];

export const REMOVED: readonly Removed[] = [HISTORICO, ...EXPIRED, ...ELSEWHERE];

const RECORDS =
  'a record of the empresa: a person deletes it, or the empresa goes with everything (ADR 0065)';
const MARKETPLACE = 'a record of sales and anuncios, which the analyses compare over years';
const SUMS = 'sums of other tables, which do not grow with their age';
const ONE_ROW = 'one row for each empresa, person, conta or list';
const FEW = 'few rows, which say who did something that the empresa may have to prove (LGPD, art. 37)';
const INSTALLATION = 'a few rows for the whole installation';

/** The tables whose rows stay, with the reason. */
export const KEPT: Readonly<Record<string, string>> = {
  ...reason(
    RECORDS,
    'marcas categorias fornecedores clientes vendedores depositos produtos produto_deposito',
  ),
  ...reason(RECORDS, 'produto_fotos empresas visoes mercado_livre_config mercado_livre_tokens'),
  ...reason('the ledger of stock: every saldo is its sum (ADR 0034)', 'movimentos_estoque'),
  ...reason(MARKETPLACE, 'pedidos pedidos_anuncio anuncios categorias_externas'),
  ...reason(SUMS, 'contadores pedidos_dia pedidos_anuncio_dia pedidos_anuncio_bloco'),
  ...reason(ONE_ROW, 'atividades_cadeias atividades_recusas comecos_ocultos exclusoes exibicoes lembretes'),
  ...reason(ONE_ROW, 'pedidos_atraso pedidos_sincronia transferencias auth.accounts marketplaces.donos'),
  ...reason(FEW, 'membros convites politicas retencoes exportacoes restauracoes pedidos_de_titulares'),
  ...reason('at most ten for each person', 'auth.backup_codes'),
  ...reason('lines that the worker seals within seconds', 'atividades_pendentes'),
  ...reason('the names of authors in a restored history', 'autores'),
  ...reason(INSTALLATION, 'schema_migrations secrets.key_checks marketplaces.marketplace_budget'),
  ...reason('one row for each backup, which says what can be restored', 'recovery.backups recovery.restores'),
  ...reason(INSTALLATION, 'pgboss.bam pgboss.queue pgboss.queue_stats pgboss.schedule pgboss.subscription'),
  ...reason(INSTALLATION, 'pgboss.version pgboss.warning'),
};

function reason(why: string, tables: string): Record<string, string> {
  return Object.fromEntries(tables.split(' ').map((table) => [table, why]));
}
