-- The devices of the equipe, which only a dono sees.

-- migrate:up
-- The open sessions of a membro of the current empresa, the most recently used first. It leaves out the addresses,
-- because a dono does not need to know from where a person works.
create function dispositivos_of(p_user uuid)
returns table (user_agent text, criada_em timestamptz, usada_em timestamptz)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select s.user_agent, s.created_at, s.updated_at
  from public.membros m join auth.sessions s on s.user_id = m.user_id
  where m.empresa_id = public.current_empresa() and m.user_id = p_user and m.saiu_em is null
    and s.expires_at > now() and public.has_right('ver_dispositivos')
  order by s.updated_at desc limit 100;
end;

revoke execute on function dispositivos_of(uuid) from public;

grant execute on function dispositivos_of(uuid) to app;

-- migrate:down
