-- migrate:up
-- As before, but also moves the rows of a new month out of the default partition, in the same transaction. They are
-- copied without a lock, because rows of the history never change. The default partition is locked only while the rows
-- that arrived meanwhile are moved. ATTACH PARTITION does not block writes to the other months.
create or replace function ensure_historico_partitions() returns void
language plpgsql security definer
set search_path = pg_catalog, public
as $$
declare
  v_month timestamptz := date_trunc('month', now(), 'UTC');
  v_name text;
  v_from uuid;
  v_to uuid;
begin
  for i in 0..3 loop
    v_name := format('historico_%s', to_char(v_month at time zone 'UTC', 'YYYY_MM'));
    if to_regclass('public.' || v_name) is null then
      v_from := first_uuid_of(v_month);
      v_to := first_uuid_of(v_month + interval '1 month');
      execute format('create table public.%I (like public.historico including defaults including constraints)', v_name);
      execute format('alter table public.%I enable row level security', v_name);
      execute format('alter table public.%I force row level security', v_name);
      if exists (select from public.historico_default d where d.id >= v_from and d.id < v_to) then
        execute format(
          'insert into public.%I select * from public.historico_default d where d.id >= $1 and d.id < $2', v_name)
        using v_from, v_to;
        lock table public.historico_default in access exclusive mode;
        execute format(
          'insert into public.%1$I select * from public.historico_default d where d.id >= $1 and d.id < $2
             and not exists (select from public.%1$I n where n.empresa_id = d.empresa_id and n.id = d.id)', v_name)
        using v_from, v_to;
        delete from public.historico_default d where d.id >= v_from and d.id < v_to;
      end if;
      execute format('alter table public.historico attach partition public.%I for values from (%L) to (%L)',
        v_name, v_from, v_to);
    end if;
    v_month := v_month + interval '1 month';
  end loop;
end
$$;

-- migrate:down
