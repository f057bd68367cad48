-- The time that the people of an empresa have to turn two-step verification on (ADR 0050).

-- migrate:up
-- The instant from which the empresa demands two-step verification of a membro: 24 hours after the demand was switched
-- on or the person joined, whichever is later. The person who switched it on has no such time. Null when nothing is
-- demanded of the person. Saving the demand again while it is on does not give more time.
create function duas_etapas_ate(p_empresa uuid, p_user uuid) returns timestamptz
language sql stable
set search_path = pg_catalog
begin atomic
  select case when p.user_id = p_user then p.created_at else greatest(p.created_at, m.created_at) + interval '24 hours' end
  from (
    -- The row since which the demand is on. Only a change adds a row, so the newest ones suffice.
    select s.user_id, s.created_at from (
      select r.id, r.user_id, r.created_at, bool_and(r.exige_duas_etapas) over (order by r.id desc) as ligada
      from (select * from public.politicas where empresa_id = p_empresa order by id desc limit 20) r) s
    where s.ligada order by s.id limit 1) p
  join public.membros m on m.empresa_id = p_empresa and m.user_id = p_user and m.saiu_em is null
  where not exists (select from public.profiles f where f.id = p_user and f.two_factor_enabled);
end;

-- The same for the person of a session, who reads it before any transaction of an empresa.
create function duas_etapas_ate_of(p_token_hash text, p_empresa uuid) returns timestamptz
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select public.duas_etapas_ate(p_empresa, s.user_id) from auth.sessions s
  where s.token_hash = p_token_hash and s.expires_at > now();
end;

revoke execute on function duas_etapas_ate_of(text, uuid) from public;

grant execute on function duas_etapas_ate(uuid, uuid), duas_etapas_ate_of(text, uuid) to app;

-- migrate:down
