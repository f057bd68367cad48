import { FOR_EVERY_MEMBRO, NOT_TENANT, SECURITY_DEFINER } from './exceptions.ts';

/**
 * The checks in this file query the catalogue of PostgreSQL for anything that could show rows of one empresa
 * to another.
 */
export type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

const TABLES = `
  select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relispartition,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'empresa_id' and not a.attisdropped) as tenant
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

/** What `app` may write, and the right that a trigger demands for it. */
const WRITES = `
  select t.oid, t.relname, t.tenant, w.op, (
    select case p.proname when 'record_historico' then right_of_table(t.relname) when 'record_empresa' then 'alterar_empresa'
      else split_part(encode(g.tgargs, 'escape'), '\\000', 1) end as demanded
    from pg_trigger g join pg_proc p on p.oid = g.tgfoid and p.pronamespace = 'public'::regnamespace
    where g.tgrelid = t.oid and g.tgtype & w.bit > 0 and g.tgenabled = 'O' and g.tgqual is null
      and p.proname in ('record_historico', 'record_empresa', 'demand_right_of_change', 'demand_right_of_importacao')
    order by demanded limit 1) as demanded
  from (${TABLES}) t, (values ('insert', 4), ('delete', 8), ('update', 16)) w (op, bit)
  where not t.relispartition and (has_table_privilege('app', t.oid, w.op)
    or (w.op <> 'delete' and has_any_column_privilege('app', t.oid, w.op)))`;

/** Tables of public facts that all empresas share. */
const FACTS = `
  select c.oid, c.relrowsecurity, c.relforcerowsecurity from pg_class c
  where c.relnamespace = 'consultas'::regnamespace and c.relkind in ('r', 'p')`;

/** Each check is a query that returns one row per violation. The key names the check. */
const CHECKS: Record<string, string> = {
  'row level security is enabled and forced': `
    select relname as what from (${TABLES}) t
    where relname <> 'schema_migrations' and not (relrowsecurity and relforcerowsecurity)`,
  'a table belongs to an empresa, or is named here': `
    select relname as what from (${TABLES}) t where not tenant and relname <> all ($1)`,
  'empresa_id is never null': `
    select a.attrelid::regclass::text as what from pg_attribute a join (${TABLES}) t on t.oid = a.attrelid
    where a.attname = 'empresa_id' and not a.attnotnull`,
  'every key starts with empresa_id': `
    select i.indexrelid::regclass::text as what from pg_index i join (${TABLES}) t on t.oid = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'empresa_id'
    where t.tenant and i.indisunique and i.indkey[0] <> a.attnum`,
  'every foreign key starts with empresa_id': `
    select k.conname as what from pg_constraint k join (${TABLES}) t on t.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'empresa_id'
    where t.tenant and k.contype = 'f' and k.conkey[1] <> a.attnum`,
  'a foreign key to a tenant table carries empresa_id to empresa_id': `
    select k.conname as what from pg_constraint k join (${TABLES}) t on t.oid = k.confrelid
    join pg_attribute a on a.attrelid = k.confrelid and a.attname = 'empresa_id'
    where k.contype = 'f' and t.tenant and k.confkey[1] <> a.attnum`,
  'every tenant table has a policy on the current empresa': `
    select t.relname as what from (${TABLES}) t where t.tenant and not t.relispartition and not exists (
      select from pg_policies p where p.schemaname = 'public' and p.tablename = t.relname and 'app' = any (p.roles)
        and p.qual = '(empresa_id = current_empresa())'
        and coalesce(p.with_check, p.qual) = '(empresa_id = current_empresa())')`,
  'no policy of a tenant table reaches beyond the current empresa': `
    select p.tablename || ': ' || p.policyname as what from pg_policies p join (${TABLES}) t on t.relname = p.tablename
    where p.schemaname = 'public' and t.tenant and not (p.roles = '{busca}' and p.cmd = 'SELECT' and p.qual = 'true')
      and (coalesce(p.qual, p.with_check) <> '(empresa_id = current_empresa())'
        or coalesce(p.with_check, p.qual) <> '(empresa_id = current_empresa())')`,
  'a policy lets app see the current empresa or the own person alone': `
    select p.tablename || ': ' || p.policyname as what from pg_policies p
    where p.schemaname = 'public' and not (p.roles = '{busca}' and p.cmd = 'SELECT' and p.qual = 'true')
      and (coalesce(p.qual, p.with_check) !~ 'current_(empresa|usuario)\\(\\)' or p.roles && '{public}')`,
  'a policy of empresas is the current empresa': `
    select p.policyname as what from pg_policies p where p.schemaname = 'public' and p.tablename = 'empresas'
      and 'app' = any (p.roles) and (coalesce(p.qual, p.with_check) <> '(id = current_empresa())'
        or coalesce(p.with_check, p.qual) <> '(id = current_empresa())')`,
  'what app writes demands a right that a consulta lacks, or is named here': `
    select w.relname || '.' || w.op as what from (${WRITES}) w
    where (w.tenant or w.relname = 'empresas') and w.relname <> all ($3) and w.relname || '.' || w.op <> all ($3)
      and (w.demanded is null or position(',' || w.demanded || ',' in direitos_of('consulta', false)) > 0)`,
  'what is named here for every membro exists and demands no right': `
    select n as what from unnest($3) n where not exists (
      select from (${WRITES}) w where n in (w.relname, w.relname || '.' || w.op) and w.demanded is null)`,
  'partitions are reached through their table alone': `
    select t.relname as what from (${TABLES}) t where t.relispartition
      and has_table_privilege('app', t.oid, 'select, insert, update, delete')`,
  'app is an ordinary role': `
    select rolname || ' bypasses or rules' as what from pg_roles
    where rolname in ('app', 'auth_app') and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)
    union all select 'app is a member of ' || r.rolname from pg_auth_members m join pg_roles r on r.oid = m.roleid
    join pg_roles u on u.oid = m.member where u.rolname in ('app', 'auth_app')
    union all select rolname || ' can log in' from pg_roles where rolname in ('busca', 'contas') and rolcanlogin`,
  'role contas reaches the tables of contas, and names of empresas': `
    select c.oid::regclass::text as what from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth', 'consultas', 'pgboss') and c.relkind in ('r', 'p', 'v')
      and c.relname not in ('mercado_livre_config', 'mercado_livre_tokens', 'conexoes', 'membros', 'notificacoes', 'pedidos_atraso', 'exclusoes')
      and (has_table_privilege('contas', c.oid, 'select, update, delete, truncate')
        or (has_table_privilege('contas', c.oid, 'insert') and c.relname <> 'historico'))
    union all select 'membros' where has_table_privilege('contas', 'membros', 'insert, update, delete')
    union all select a.attrelid::regclass || '.' || a.attname from pg_attribute a
    where a.attrelid = 'empresas'::regclass and a.attnum > 0 and a.attname not in ('id', 'nome')
      and has_column_privilege('contas', a.attrelid, a.attnum, 'select')`,
  'what all empresas share about marketplaces is reached by functions alone': `
    select c.oid::regclass::text as what from pg_class c where c.relnamespace = 'marketplaces'::regnamespace
      and (has_table_privilege('app', c.oid, 'select, insert, update, delete')
        or has_table_privilege('auth_app', c.oid, 'select, insert, update, delete'))
    union all select r.rolname || ' uses the schema' from pg_roles r
    where r.rolname in ('app', 'auth_app') and has_schema_privilege(r.rolname, 'marketplaces', 'usage')`,
  'app and auth_app own nothing': `
    select relname as what from pg_class where relowner in ('app'::regrole, 'auth_app'::regrole)
    union all select proname from pg_proc where proowner in ('app'::regrole, 'auth_app'::regrole)
    union all select nspname from pg_namespace where nspowner in ('app'::regrole, 'auth_app'::regrole)`,
  'app creates nothing': `
    select nspname as what from pg_namespace
    where nspname in ('public', 'auth', 'consultas', 'marketplaces', 'pgboss', 'recovery', 'release', 'secrets')
      and has_schema_privilege('app', oid, 'create')`,
  'the roles keep to their schemas': `
    select 'app reads ' || c.oid::regclass as what from pg_class c
    where c.relnamespace = 'auth'::regnamespace and c.relkind in ('r', 'p', 'v') and has_table_privilege('app', c.oid, 'select')
    union all select 'auth_app reads ' || c.oid::regclass from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and has_table_privilege('auth_app', c.oid, 'select, insert, update, delete')`,
  'public facts name no empresa and no person who uses the product, and are reached through the door': `
    select f.oid::regclass || ': row level security' as what from (${FACTS}) f
    where not (f.relrowsecurity and f.relforcerowsecurity)
    union all select f.oid::regclass || '.' || a.attname from (${FACTS}) f join pg_attribute a on a.attrelid = f.oid
    where a.attname ~ '(empresa|user|usuario|session)'
    union all select p.tablename || ': ' || p.policyname from pg_policies p where p.schemaname = 'consultas'
      and (coalesce(p.qual, p.with_check) !~ 'current_empresa\\(\\)' or p.roles <> '{app}')
    union all select 'auth_app reads ' || f.oid::regclass from (${FACTS}) f where has_table_privilege('auth_app', f.oid, 'select')`,
  'the history is append-only': `
    select 'app changes historico' as what where has_table_privilege('app', 'historico', 'update, delete, truncate')
      or has_any_column_privilege('app', 'historico', 'update')`,
  'the chain of atividades is written by its functions alone': `
    select c.relname as what from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname ~ '^atividades' and c.relkind = 'r'
      and (has_table_privilege('app', c.oid, 'insert, update, delete, truncate')
        or has_any_column_privilege('app', c.oid, 'insert, update'))
    union all select 'app erases atividades' where has_function_privilege('app', 'erase_atividades(uuid[], jsonb)', 'execute')`,
  'the ledger of stock is append-only': `
    select 'app changes movimentos_estoque' as what
    where has_table_privilege('app', 'movimentos_estoque', 'update, delete, truncate')
      or has_any_column_privilege('app', 'movimentos_estoque', 'update')`,
  'the policies of an empresa are append-only': `
    select 'app changes politicas' as what
    where has_table_privilege('app', 'politicas', 'update, delete, truncate')
      or has_any_column_privilege('app', 'politicas', 'update')`,
  'the terms that an empresa chose are append-only': `
    select 'app changes retencoes' as what
    where has_table_privilege('app', 'retencoes', 'update, delete, truncate')
      or has_any_column_privilege('app', 'retencoes', 'update')`,
  'the events of an account are append-only': `
    select 'auth_app changes auth.events' as what
    where has_table_privilege('auth_app', 'auth.events', 'update, delete, truncate')
      or has_any_column_privilege('auth_app', 'auth.events', 'update')`,
  'a profile is changed by its account alone': `
    select 'app changes profiles' as what where has_table_privilege('app', 'profiles', 'insert, update, delete')
      or has_any_column_privilege('app', 'profiles', 'update')`,
  'what checks the keys names no empresa, and is append-only': `
    select c.oid::regclass::text as what from pg_class c where c.relnamespace = 'secrets'::regnamespace
      and c.relkind in ('r', 'p', 'v') and (has_table_privilege('app', c.oid, 'update, delete, truncate')
        or has_table_privilege('auth_app', c.oid, 'select, insert, update, delete'))
    union all select a.attrelid::regclass || '.' || a.attname from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relnamespace = 'secrets'::regnamespace
    where a.attname ~ '(empresa|user|usuario|session)'`,
  'what is noted about backups and restores names no empresa, and only owner writes it': `
    select c.oid::regclass::text as what from pg_class c where c.relnamespace = 'recovery'::regnamespace
      and c.relkind in ('r', 'p', 'v') and (has_table_privilege('app', c.oid, 'insert, update, delete, truncate')
        or has_table_privilege('contas', c.oid, 'insert, update, delete, truncate')
        or has_table_privilege('auth_app', c.oid, 'select, insert, update, delete'))
    union all select a.attrelid::regclass || '.' || a.attname from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relnamespace = 'recovery'::regnamespace
    where a.attname ~ '(empresa|user|usuario|session)'`,
  'how far a backfill came names no empresa, and only owner reaches it': `
    select c.oid::regclass || ' for ' || r.rolname as what from pg_class c, pg_roles r
    where c.relnamespace = 'release'::regnamespace and c.relkind in ('r', 'p', 'v')
      and r.rolname in ('app', 'auth_app', 'busca', 'contas')
      and has_table_privilege(r.oid, c.oid, 'select, insert, update, delete, truncate')
    union all select a.attrelid::regclass || '.' || a.attname from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relnamespace = 'release'::regnamespace
    where a.attname ~ '(empresa|user|usuario|session)'`,
  'security definer functions are listed here, pin their search_path and are not executable by public': `
    select p.oid::regprocedure::text as what from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'auth', 'consultas', 'marketplaces') and p.prosecdef and (
      n.nspname || '.' || p.proname <> all ($2)
      or not exists (select from unnest(p.proconfig) s where s like 'search_path=%')
      or has_function_privilege('public', p.oid, 'execute'))`,
  'a function that reads membros knows that a person may have left': `
    select p.oid::regprocedure::text as what from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'auth', 'marketplaces') and p.prokind = 'f'
      and pg_get_functiondef(p.oid) ~ '(from|join|update|into) (public\\.)?membros\\M'
      and pg_get_functiondef(p.oid) !~ 'saiu_em'`,
  'a view asks as its reader': `
    select c.relname as what from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
      and not coalesce('security_invoker=true' = any (c.reloptions), false)`,
};

export const CHECK_COUNT = Object.keys(CHECKS).length;

export async function catalogueFindings(sql: Sql): Promise<string[]> {
  const findings: string[] = [];
  for (const [check, query] of Object.entries(CHECKS)) {
    const values = [NOT_TENANT, SECURITY_DEFINER, Object.keys(FOR_EVERY_MEMBRO)];
    // PostgreSQL cannot infer the type of an unused parameter, so `named` mentions every list in every check.
    const text = `with named (tables, functions, writes) as (values ($1::text[], $2::text[], $3::text[]))
      select f.what from named, (${query}) f`;
    for (const { what } of await sql(text, values)) findings.push(`${check}: ${what}`);
  }
  return findings;
}

export async function tenantTables(sql: Sql): Promise<string[]> {
  const rows = await sql(`select relname from (${TABLES}) t where tenant and not relispartition order by 1`);
  return rows.map(({ relname }) => String(relname));
}

/** A table that demands a right of those who write it. */
export interface Guarded {
  name: string;
  op: 'insert' | 'update' | 'delete';
  demanded: string;
}

export async function guardedWrites(sql: Sql): Promise<Guarded[]> {
  const rows = await sql(
    `select relname as name, op, demanded from (${WRITES}) w where demanded is not null order by 1, 2`,
  );
  return rows as unknown as Guarded[];
}
