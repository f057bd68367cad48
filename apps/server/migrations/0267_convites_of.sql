-- migrate:up
-- The convites that wait for the person of a session, of every empresa. They name no more than their
-- e-mails do, and only after the e-mail has its link. The address must be confirmed, as for the acceptance.
create function convites_of(p_token_hash text)
returns table (id uuid, empresa_nome text, convidado_por text, vence_em timestamptz)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select c.id, e.nome, p.full_name, c.vence_em
  from auth.sessions s
  join auth.users u on u.id = s.user_id and u.email_verified
  join public.convites c on c.email = lower(u.email) and c.aceito_em is null and c.revogado_em is null
  join public.empresas e on e.id = c.empresa_id
  left join public.profiles p on p.id = c.user_id
  where s.token_hash = p_token_hash and s.expires_at > now() and c.vence_em > now() and c.token_hash is not null
  order by c.vence_em, c.id limit 100;
end;

-- The hash of the link of a convite, for the person whose confirmed address was invited. Null for everybody else. This
-- person needs no link, because the confirmed address proves the same.
create function auth.link_of_convite(p_user uuid, p_convite uuid) returns text
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select c.token_hash from auth.users u join public.convites c on c.email = lower(u.email)
  where u.id = p_user and u.email_verified and c.id = p_convite;
end;

-- What the holder of a link may know. Marks the convite as opened.
create or replace function auth.open_convite(p_token_hash text)
returns table (empresa_nome text, email text, papel text, convidado_por text, situacao text)
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  update public.convites c set aberto_em = now()
  where c.token_hash = p_token_hash and c.aberto_em is null and c.aceito_em is null and c.revogado_em is null
    and c.vence_em > now();
  return query
  select e.nome, c.email, c.papel, p.full_name,
    case
      when c.aceito_em is not null then 'aceito'
      when c.recusado_em is not null then 'recusado'
      when c.revogado_em is not null then 'revogado'
      when c.vence_em <= now() then 'vencido'
      else 'pendente'
    end
  from public.convites c
  join public.empresas e on e.id = c.empresa_id
  left join public.profiles p on p.id = c.user_id
  where c.token_hash = p_token_hash;
end
$$;

-- Declines the convite of a link. `situacao` is `recusado`, or says why the convite does not wait for this person.
create function auth.decline_convite(p_user uuid, p_token_hash text) returns table (situacao text, email text)
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_convite public.convites;
  v_user auth.users;
  v_situacao text;
begin
  select * into v_convite from public.convites c where c.token_hash = p_token_hash for update;
  if not found then
    return;
  end if;
  select * into strict v_user from auth.users u where u.id = p_user;
  v_situacao := case
    when lower(v_user.email) <> v_convite.email then 'outro_email'
    when not v_user.email_verified then 'nao_confirmado'
    when v_convite.aceito_em is not null then 'usado'
    when v_convite.recusado_em is not null then 'recusado'
    when v_convite.revogado_em is not null then 'revogado'
    when v_convite.vence_em <= now() then 'vencido'
    else 'recusa'
  end;
  if v_situacao = 'recusa' then
    perform set_config('app.user_id', p_user::text, true), set_config('app.lote', gen_random_uuid()::text, true);
    update public.convites c set revogado_em = now(), recusado_em = now()
    where c.empresa_id = v_convite.empresa_id and c.id = v_convite.id;
    v_situacao := 'recusado';
  end if;
  return query select v_situacao, v_convite.email;
end
$$;

revoke execute on function convites_of(text), auth.link_of_convite(uuid, uuid), auth.decline_convite(uuid, text) from public;

grant execute on function convites_of(text) to app;

grant execute on function auth.link_of_convite(uuid, uuid), auth.decline_convite(uuid, text) to auth_app;

-- migrate:down
