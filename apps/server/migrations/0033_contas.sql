-- migrate:up
-- Sellers' accounts at marketplaces and their OAuth tokens. An account is a marketplace and the seller's id there, which
-- is a text of the marketplace's own form. The specification names the table and its column `user_ml_id`.
create table mercado_livre_config (
  empresa_id uuid not null constraint mercado_livre_config_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  -- The slug of a marketplace that the server knows.
  marketplace text not null,
  active boolean not null default true,
  nickname text constraint mercado_livre_config_nickname_check check (char_length(nickname) between 1 and 200),
  -- The seller's id at the marketplace: `seller_id` in every other table.
  user_ml_id text not null,
  -- 'reconectar': the marketplace refuses our tokens, and only a new authorization by the seller helps.
  situacao text not null default 'ativa' constraint mercado_livre_config_situacao_check check (situacao in ('ativa', 'reconectar')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (empresa_id, id)
);

create unique index mercado_livre_config_conta_key on mercado_livre_config (empresa_id, marketplace, user_ml_id) where active;

create index mercado_livre_config_created_at_idx on mercado_livre_config (empresa_id, created_at desc, id desc) where active;

comment on column mercado_livre_config.nickname is 'class: personal';

alter table mercado_livre_config enable row level security;

alter table mercado_livre_config force row level security;

create policy "an empresa sees its own contas" on mercado_livre_config to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on mercado_livre_config to app;

-- The history leaves `situacao` out, because the marketplace changes it and no person does.
create trigger mercado_livre_config_historico after insert or update on mercado_livre_config
for each row execute function record_historico('situacao', 'updated_at');

-- A disconnected account comes back only as a new row, after a new authorization by the seller. The trigger refuses to
-- reactivate or delete the old row, also by an undo of the history.
create function keep_conta() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  if tg_op = 'DELETE' or (new.active and not old.active) then
    raise exception 'a conta comes back by a new connection alone'
    using errcode = '23000', constraint = 'mercado_livre_config_volta_check';
  end if;
  return new;
end
$$;

create trigger mercado_livre_config_volta before update of active or delete on mercado_livre_config
for each row execute function keep_conta();

-- Both tokens are sealed before they are stored. The seal is bound to this table, column and row.
create table mercado_livre_tokens (
  empresa_id uuid not null constraint mercado_livre_tokens_empresa_fkey references empresas (id),
  conta_id uuid not null,
  access_token text not null constraint mercado_livre_tokens_access_token_check check (access_token like 'v1.%'),
  refresh_token text constraint mercado_livre_tokens_refresh_token_check check (refresh_token like 'v1.%'),
  expires_at timestamptz not null,
  versao integer not null default 1,
  primary key (empresa_id, conta_id),
  constraint mercado_livre_tokens_conta_fkey foreign key (empresa_id, conta_id)
  references mercado_livre_config (empresa_id, id) on delete cascade
) with (fillfactor = 70);

create index mercado_livre_tokens_expires_at_idx on mercado_livre_tokens (expires_at);

comment on column mercado_livre_tokens.access_token is 'class: secret, sealed';

comment on column mercado_livre_tokens.refresh_token is 'class: secret, sealed';

alter table mercado_livre_tokens enable row level security;

alter table mercado_livre_tokens force row level security;

create policy "an empresa sees its own tokens" on mercado_livre_tokens to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on mercado_livre_tokens to app;

-- An OAuth flow at a marketplace. Only the browser knows `state`; the table stores its hash.
create table conexoes (
  empresa_id uuid not null constraint conexoes_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  -- The id of the session, which stays the same when a confirmation of identity gives the session a new token.
  session_id uuid not null,
  marketplace text not null,
  state_hash text not null,
  code_challenge text not null,
  expires_at timestamptz not null default now() + interval '10 minutes',
  used_at timestamptz,
  -- The account that the person proved to own while another empresa holds it. It can be moved to this empresa.
  seller_id text,
  nickname text,
  proven_at timestamptz,
  moved_at timestamptz,
  primary key (empresa_id, id),
  constraint conexoes_state_key unique (empresa_id, state_hash)
);

create index conexoes_expires_at_idx on conexoes (expires_at);

comment on column conexoes.state_hash is 'class: secret';

comment on column conexoes.nickname is 'class: personal';

alter table conexoes enable row level security;

alter table conexoes force row level security;

create policy "an empresa sees its own conexoes" on conexoes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on conexoes to app;

-- Data about marketplaces that all empresas share. No empresa can read it; only functions reach it.
create schema marketplaces;

-- The empresa that holds an account. A marketplace gives an application one grant per seller, so two empresas with the
-- same account would end each other's access.
create table marketplaces.donos (
  marketplace text not null,
  seller_id text not null,
  empresa_id uuid not null,
  conta_id uuid not null,
  primary key (marketplace, seller_id),
  constraint donos_conta_key unique (empresa_id, conta_id),
  -- Deferred, because an account is claimed before the row of its conta is written.
  constraint donos_conta_fkey foreign key (empresa_id, conta_id)
  references mercado_livre_config (empresa_id, id) on delete cascade deferrable initially deferred
);

grant usage on schema public, marketplaces to contas;

grant select, insert, update, delete on marketplaces.donos, mercado_livre_tokens to contas;

grant select, insert, update on mercado_livre_config to contas;

grant select, update, delete on conexoes to contas;

grant select on membros to contas;

grant select (id, nome) on empresas to contas;

-- The functions of `contas` write the history of the rows they change.
grant insert on historico to contas;

-- migrate:down
