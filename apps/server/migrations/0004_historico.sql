-- migrate:up
-- Every change of a record that people edit. It is the audit trail, the history of each record and the source of undo.
create table historico (
  empresa_id uuid not null constraint historico_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  lote uuid not null,
  tabela text not null,
  registro_id uuid not null,
  operacao text not null constraint historico_operacao_check check (operacao in ('I', 'U', 'D')),
  antes jsonb,
  depois jsonb,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (empresa_id, id),
  constraint historico_imagens_check check ((operacao = 'I') = (antes is null) and (operacao = 'D') = (depois is null))
) partition by range (id);

comment on column historico.antes is 'class: personal';

comment on column historico.depois is 'class: personal';

create index historico_lote_idx on historico (empresa_id, lote);

create index historico_registro_idx on historico (empresa_id, tabela, registro_id, id);

create index historico_exclusoes_idx on historico (empresa_id, tabela, id) where operacao = 'D';

alter table historico enable row level security;

alter table historico force row level security;

create policy "an empresa sees its own historico" on historico to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

-- Append-only: no role but `owner` can change or delete a row.
grant select, insert on historico to app;

-- The smallest UUIDv7 of an instant. It is the boundary between the partitions of two months.
create function first_uuid_of(p_when timestamptz) returns uuid
language sql immutable parallel safe strict
return (rpad(lpad(to_hex((extract(epoch from p_when) * 1000)::bigint), 12, '0'), 32, '0'))::uuid;

-- Creates the partitions of this month and the next three. The worker calls it every day.
create function ensure_historico_partitions() returns void
language plpgsql security definer
set search_path = pg_catalog, public
as $$
declare
  v_month timestamptz := date_trunc('month', now(), 'UTC');
  v_name text;
begin
  for i in 0..3 loop
    v_name := format('historico_%s', to_char(v_month at time zone 'UTC', 'YYYY_MM'));
    if to_regclass('public.' || v_name) is null then
      execute format('create table public.%I partition of public.historico for values from (%L) to (%L)',
        v_name, first_uuid_of(v_month), first_uuid_of(v_month + interval '1 month'));
      execute format('alter table public.%I enable row level security', v_name);
      execute format('alter table public.%I force row level security', v_name);
    end if;
    v_month := v_month + interval '1 month';
  end loop;
end
$$;

revoke execute on function ensure_historico_partitions() from public;

grant execute on function ensure_historico_partitions() to app;

-- Takes rows of months without a partition, so that a save never fails because the worker is late.
create table historico_default partition of historico default;

alter table historico_default enable row level security;

alter table historico_default force row level security;

select ensure_historico_partitions();

-- The trigger function of every table. Its arguments name the columns to leave out: secrets and generated ones.
create function record_historico() returns trigger
language plpgsql
set search_path = pg_catalog, public
as $$
declare
  v_omitted text[] := coalesce(tg_argv, '{}');
  v_antes jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - v_omitted end;
  v_depois jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - v_omitted end;
begin
  if tg_op = 'UPDATE' and v_antes = v_depois then
    return null;
  end if;
  insert into public.historico (empresa_id, lote, tabela, registro_id, operacao, antes, depois, user_id)
  values (
    coalesce(new.empresa_id, old.empresa_id), current_setting('app.lote')::uuid, tg_table_name,
    coalesce(new.id, old.id), left(tg_op, 1), v_antes, v_depois, current_setting('app.user_id')::uuid
  );
  return null;
end
$$;

-- migrate:down
