-- Keeps the row of a lote after its parts, so that the history still knows that a job wrote the lote, and does not read
-- its hundred thousand changes to undo it as one transaction.

-- migrate:up
-- Deletes the parts of at most a hundred lotes that can no longer be undone. Returns the number of these lotes.
create or replace function sweep_lotes() returns bigint
language sql security definer
set search_path = pg_catalog
begin atomic
  with old as (
    select o.empresa_id, o.id from public.lotes o
    where o.created_at < now() - interval '31 days' and o.partes > 0 order by o.created_at limit 100),
  removed as (
    delete from public.lote_partes t using old where t.empresa_id = old.empresa_id and t.lote_id = old.id),
  emptied as (
    update public.lotes l set partes = 0 from old where l.empresa_id = old.empresa_id and l.id = old.id returning 1)
  select count(*) from emptied;
end;

-- migrate:down
