-- migrate:up
-- Invitations by e-mail to become a membro. The link in the e-mail holds the token, and the table its hash.
create table convites (
  empresa_id uuid not null constraint convites_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  -- The person who invites.
  user_id uuid not null,
  email text not null constraint convites_email_check check (char_length(email) between 3 and 254),
  papel text not null
    constraint convites_papel_check check (papel in ('administrador', 'estoque', 'vendas', 'consulta')),
  ve_custo boolean not null,
  -- Null until the worker sends the e-mail, because the worker makes the token.
  token_hash text,
  envio text not null default 'pendente'
    constraint convites_envio_check check (envio in ('pendente', 'enviado', 'devolvido')),
  created_at timestamptz not null default now(),
  vence_em timestamptz not null,
  aberto_em timestamptz,
  aceito_em timestamptz,
  aceito_por uuid,
  revogado_em timestamptz,
  primary key (empresa_id, id)
);

comment on column convites.email is 'class: personal';

comment on column convites.token_hash is 'class: secret';

-- An address has one convite of an empresa at a time.
create unique index convites_pendente_key on convites (empresa_id, email) where aceito_em is null and revogado_em is null;

create index convites_pendentes_idx on convites (empresa_id, id) where aceito_em is null and revogado_em is null;

create index convites_token_hash_idx on convites (token_hash);

alter table convites enable row level security;

alter table convites force row level security;

create policy "an empresa sees its own convites" on convites to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert on convites to app;

grant update (email, token_hash, envio, vence_em, aberto_em, revogado_em, user_id) on convites to app;

create trigger convites_direito before insert or update on convites
for each statement execute function demand_right_of_change('gerir_equipe');

-- The worker's notes about the e-mail are no change that a person made.
create trigger convites_historico after insert or update of email, vence_em, aceito_em, revogado_em on convites
for each row execute function record_historico('token_hash', 'envio', 'aberto_em');

-- What the holder of a link may know. Marks the convite as opened.
create function auth.open_convite(p_token_hash text)
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

-- Makes a person a membro by the link of a convite. `situacao` is `aceito`, or says why the person did not join. The row
-- lock lets one of several concurrent calls join; the others of the same person find the convite accepted by them. A
-- person who has left since is not let in again. Who is a membro already keeps the papel if it is the higher one.
create function auth.accept_convite(p_user uuid, p_token_hash text)
returns table (situacao text, empresa_id uuid, empresa_nome text, email text)
language plpgsql security definer
set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  v_papeis constant text[] := array['dono', 'administrador', 'estoque', 'vendas', 'consulta'];
  v_convite public.convites;
  v_user auth.users;
  v_situacao text;
begin
  select * into v_convite from public.convites c where c.token_hash = p_token_hash for update;
  if not found then
    return;
  end if;
  select * into strict v_user from auth.users u where u.id = p_user for update;
  v_situacao := case
    when lower(v_user.email) <> v_convite.email then 'outro_email'
    when not v_user.email_verified then 'nao_confirmado'
    when v_convite.aceito_por = p_user and exists (select from public.membros m
      where m.empresa_id = v_convite.empresa_id and m.user_id = p_user and m.saiu_em is null) then 'aceito'
    when v_convite.aceito_em is not null then 'usado'
    when v_convite.revogado_em is not null then 'revogado'
    when v_convite.vence_em <= now() then 'vencido'
    else 'entra'
  end;
  if v_situacao = 'entra' then
    perform set_config('app.user_id', p_user::text, true), set_config('app.lote', gen_random_uuid()::text, true);
    insert into public.membros as m (empresa_id, user_id, papel, ve_custo)
    values (v_convite.empresa_id, p_user, v_convite.papel, v_convite.ve_custo)
    on conflict (empresa_id, user_id) do update set
      papel = case
        when m.saiu_em is null and array_position(v_papeis, m.papel) < array_position(v_papeis, excluded.papel)
        then m.papel else excluded.papel
      end,
      ve_custo = excluded.ve_custo or (m.saiu_em is null and m.ve_custo),
      created_at = case when m.saiu_em is null then m.created_at else now() end,
      saiu_em = null;
    update public.convites c set aceito_em = now(), aceito_por = p_user
    where c.empresa_id = v_convite.empresa_id and c.id = v_convite.id;
    v_situacao := 'aceito';
  end if;
  return query
  select v_situacao, e.id, e.nome, v_convite.email from public.empresas e where e.id = v_convite.empresa_id;
end
$$;

revoke execute on function auth.open_convite(text), auth.accept_convite(uuid, text) from public;

grant execute on function auth.open_convite(text), auth.accept_convite(uuid, text) to auth_app;

-- migrate:down
