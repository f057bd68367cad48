-- One transaction in two empresas of the same person, for a remessa (ADR 0061).

-- migrate:up
-- Leaves the empresa of the transaction and enters another one of the same session. `use_session` checks the session,
-- the membership and the right there, as for every transaction. The caller names the empresa that it leaves and the
-- lote, which is random, so a statement that reaches a transaction of another request cannot move that transaction. A
-- transaction crosses once, and never as a job.
create function cross_session(p_token text, p_from uuid, p_empresa uuid, p_lote uuid, p_right text) returns void
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_user text := current_setting('app.user_id', true);
begin
  if p_lote is null or p_from = p_empresa
      or current_setting('app.empresa_id', true) is distinct from p_from::text
      or current_setting('app.lote', true) is distinct from p_lote::text
      or coalesce(current_setting('app.crossed', true), '') <> '' then
    raise exception 'this transaction may not cross to another empresa' using errcode = 'PR500';
  end if;
  set local app.crossed = 'yes';
  set local app.empresa_id = '';
  -- The history of the second empresa notes the transaction anew (0140_atividades.sql).
  set local app.pendente = '';
  perform public.use_session(p_token, p_empresa, p_lote, null, p_right);
  if current_setting('app.user_id') is distinct from v_user then
    raise exception 'only its own person crosses a transaction' using errcode = 'PR500';
  end if;
end
$$;

revoke execute on function cross_session(text, uuid, uuid, uuid, text) from public;

grant execute on function cross_session(text, uuid, uuid, uuid, text) to app;

-- migrate:down
