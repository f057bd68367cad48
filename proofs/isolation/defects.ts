import { AppError } from '../../apps/server/src/platform/errors.ts';
import type { Harness } from '../../apps/server/src/testing/harness.ts';
import { marcas } from '../../packages/contract/src/marcas.ts';
import { editedFunction, USE_SESSION } from '../kit/plant-sql.ts';

export interface Defect {
  /** A change of the migrated database. */
  sql?: string;
  /** A change of the running application. */
  routes?: (harness: Harness) => void;
  /**
   * The dear part that finds the defect: people of every papel, or calls after a removal. The cheap parts find the
   * others, so they do not run for this one.
   */
  foundBy?: 'people' | 'removals';
}

/** A planted route that every membro may call. */
const EVERYBODY_READS = {
  ...marcas.trash,
  url: '/api/plantadas',
  config: { auth: 'session', tenant: true, cost: 'read', right: 'consultar' },
} as const;
const HISTORY = "select antes, depois from historico where empresa_id = $1 and tabela = 'produtos'";
const COSTS = 'select custo_unitario::text from produtos where empresa_id = $1 order by custo_unitario desc';

export const DEFECTS = {
  'policy-dropped': { sql: 'drop policy "an empresa sees its own marcas" on marcas' },
  'using-true': { sql: 'create policy plantada on marcas for select to app using (true)' },
  'with-check-true': {
    sql: 'create policy plantada on marcas for update to app using (empresa_id = current_empresa()) with check (true)',
  },
  'not-forced': { sql: 'alter table marcas no force row level security' },
  'plain-foreign-key': {
    sql: `alter table marcas add constraint marcas_id_key unique (id);
      create table plantadas (
        empresa_id uuid not null references empresas (id), id uuid not null default uuidv7(), marca_id uuid references marcas (id),
        primary key (empresa_id, id));
      alter table plantadas enable row level security;
      alter table plantadas force row level security;
      create policy plantada on plantadas to app using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());
      grant select, insert, update, delete on plantadas to app;
      insert into plantadas (empresa_id, marca_id) select empresa_id, id from marcas`,
  },
  'security-definer': {
    sql: `create function plantada() returns setof marcas language sql security definer set search_path = pg_catalog
      as 'select * from public.marcas';
      revoke execute on function plantada() from public;
      grant execute on function plantada() to app`,
  },
  'route-without-tenant': {
    routes: ({ app, sql }) =>
      app.route({
        ...marcas.trash,
        url: '/api/plantadas',
        config: { auth: 'session', tenant: false, cost: 'read', right: null },
        // Sends a string, so that the response schema of the contract does not remove the rows.
        handler: async (_request, reply) =>
          reply.send(JSON.stringify(await sql('select * from marcas')) as never),
      }),
  },
  'right-missing': {
    routes: ({ app }) =>
      app.route({
        ...marcas.remove,
        url: '/api/plantadas/:id',
        config: { auth: 'session', tenant: true, cost: 'write', right: 'consultar' },
        handler: async (request) =>
          request.write((tx) => tx.query('delete from marcas where empresa_id = $1')) as never,
      }),
  },
  'role-only-in-route': { sql: 'drop trigger clientes_historico on clientes' },
  'trigger-demands-nothing': {
    sql: editedFunction('demand_right(text)', 'if not public.has_right(p_right) then', 'if false then'),
  },
  'papel-knows-too-much': {
    sql: editedFunction(
      'direitos_of(text, boolean)',
      "',consultar,vender_balcao,alterar_clientes,'",
      "',consultar,vender_balcao,alterar_clientes,alterar_produtos,'",
    ),
  },
  'session-survives-removal': {
    sql: editedFunction(
      USE_SESSION,
      'public.direitos_of(m.papel, m.ve_custo)',
      "public.direitos_of(coalesce(m.papel, 'dono'), coalesce(m.ve_custo, false))",
    ),
    foundBy: 'removals',
  },
  'tab-writes-to-other-empresa': {
    sql: editedFunction(
      USE_SESSION,
      "format('set local app.empresa_id = %L', p_empresa)",
      "format('set local app.empresa_id = %L', (select empresa_id from auth.sessions where token_hash = p_token))",
    ),
    foundBy: 'people',
  },
  'stale-tab': {
    sql: editedFunction(
      'access_of(text, uuid)',
      '((access_of.p_empresa IS NULL) OR (own.empresa_id = access_of.p_empresa))',
      'true',
    ),
    foundBy: 'removals',
  },
  'invite-twice': {
    sql: editedFunction(
      'auth.accept_convite(uuid, text)',
      "when v_convite.aceito_em is not null then 'usado'",
      '',
    ),
  },
  'convite-of-another': {
    sql: editedFunction('auth.link_of_convite(uuid, uuid)', '(c.email = lower(u.email))', 'true'),
  },
  'convites-of-all': { sql: editedFunction('convites_of(text)', '(c.email = lower(u.email))', 'true') },
  'last-owner-leaves': { sql: editedFunction('guard_membro()', 'if not found then', 'if false then') },
  'chain-editable': { sql: 'grant update on atividades to app' },
  'refusal-of-a-stranger': {
    sql: editedFunction(
      'record_recusa(jsonb, integer)',
      'perform public.record_atividade(',
      "update public.historico set user_id = gen_random_uuid() where tabela = 'atividades'; perform public.record_atividade(",
    ),
    foundBy: 'people',
  },
  'cost-without-right': {
    sql: `create or replace function has_right(p_right text) returns boolean language sql stable parallel safe
      return p_right = 'ver_custo' or current_setting('app.direitos', true) = ''
        or position(',' || p_right || ',' in current_setting('app.direitos', true)) > 0`,
    foundBy: 'people',
  },
  'cost-in-history': {
    routes: ({ app }) =>
      app.route({
        ...EVERYBODY_READS,
        handler: async (request, reply) =>
          reply.send(JSON.stringify(await request.read((tx) => tx.query(HISTORY))) as never),
      }),
    foundBy: 'people',
  },
  'cost-in-csv': {
    routes: ({ app }) =>
      app.route({
        ...EVERYBODY_READS,
        handler: async (request, reply) => {
          const rows = await request.read((tx) => tx.query<{ custo_unitario: string }>(COSTS));
          const lines = rows.map(({ custo_unitario }) => `custo;${custo_unitario}`);
          return reply.type('text/csv').send(lines.join('\n') as never);
        },
      }),
    foundBy: 'people',
  },
  'cost-in-an-error': {
    routes: ({ app }) =>
      app.route({
        ...EVERYBODY_READS,
        handler: async (request) => {
          const [row] = await request.read((tx) => tx.query<{ custo_unitario: string }>(COSTS));
          throw new AppError('conflict', `O custo é ${row?.custo_unitario}.`);
        },
      }),
    foundBy: 'people',
  },
} satisfies Record<string, Defect>;
