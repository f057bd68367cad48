-- migrate:up
-- A mutation retried with the same Idempotency-Key happens once: its row is written in the transaction of the change.
create table idempotency_keys (
  empresa_id uuid not null constraint idempotency_keys_empresa_fkey references empresas (id),
  id uuid not null,
  -- The hash of method, path and body. The same key with another request is an error of the caller.
  request_hash text not null,
  status smallint,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (empresa_id, id)
);

comment on column idempotency_keys.body is 'class: personal';

create index idempotency_keys_created_at_idx on idempotency_keys (empresa_id, created_at);

alter table idempotency_keys enable row level security;

alter table idempotency_keys force row level security;

create policy "an empresa sees its own idempotency keys" on idempotency_keys to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, delete on idempotency_keys to app;

grant update (status, body) on idempotency_keys to app;

-- migrate:down
