-- migrate:up
-- Sellers' accounts at marketplaces, and what lets us in there. With one marketplace the tables carry its name.
create table mercado_livre_config (
  empresa_id uuid not null constraint mercado_livre_config_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  active boolean not null default true,
  nickname text constraint mercado_livre_config_nickname_check check (char_length(nickname) between 1 and 200),
  user_ml_id bigint not null,
  -- The marketplace no longer lets us in: only the seller's authorization mends it.
  situacao text not null default 'ativa' constraint mercado_livre_config_situacao_check check (situacao in ('ativa', 'reconectar')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (empresa_id, id)
);

create unique index mercado_livre_config_conta_key on mercado_livre_config (empresa_id, user_ml_id) where active;

create index mercado_livre_config_created_at_idx on mercado_livre_config (empresa_id, created_at desc, id desc) where active;

comment on column mercado_livre_config.nickname is 'class: personal';

alter table mercado_livre_config enable row level security;

alter table mercado_livre_config force row level security;

create policy "an empresa sees its own contas" on mercado_livre_config to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on mercado_livre_config to app;

-- What the marketplace decides is no edit of a person.
create trigger mercado_livre_config_historico after insert or update on mercado_livre_config
for each row execute function record_historico('situacao', 'updated_at');

-- Whoever disconnected an account gets it back by the seller's authorization alone, as a new row: no undo of the
-- history, and nothing else, may bring the old one to life or remove it.
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

-- Both tokens are sealed before they come here, to this table, column and row.
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

-- A person on the way to a marketplace and back. `state` is known to the browser alone; here is its hash.
create table conexoes (
  empresa_id uuid not null constraint conexoes_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  -- Confirming who one is gives the session another token, and leaves it the session it was.
  session_id uuid not null,
  marketplace text not null,
  state_hash text not null,
  code_challenge text not null,
  expires_at timestamptz not null default now() + interval '10 minutes',
  used_at timestamptz,
  -- The account somebody proved to own that another empresa holds; it can be brought here.
  user_ml_id bigint,
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

-- What all empresas share about marketplaces and none may look at; reached by functions alone.
create schema marketplaces;

-- Who holds an account: a marketplace gives an application one grant for each seller, so two empresas with the same
-- account would cut each other off.
create table marketplaces.mercado_livre_donos (
  user_ml_id bigint primary key,
  empresa_id uuid not null,
  conta_id uuid not null,
  constraint mercado_livre_donos_conta_key unique (empresa_id, conta_id),
  -- Held before its row is written.
  constraint mercado_livre_donos_conta_fkey foreign key (empresa_id, conta_id)
  references mercado_livre_config (empresa_id, id) on delete cascade deferrable initially deferred
);

grant usage on schema public, marketplaces to contas;

grant select, insert, update, delete on marketplaces.mercado_livre_donos, mercado_livre_tokens to contas;

grant select, insert, update on mercado_livre_config to contas;

grant select, update, delete on conexoes to contas;

grant select on membros to contas;

grant select (id, nome) on empresas to contas;

-- Its changes are in the history of the empresa they were made in.
grant insert on historico to contas;

-- migrate:down
