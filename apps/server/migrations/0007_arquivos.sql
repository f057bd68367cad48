-- migrate:up
-- Images that an empresa uploaded. `lixeira_desde` is null while a record shows the image. A job keeps the object store
-- in step: the object is public while `lixeira_desde` is null, and otherwise in the private trash for 30 days.
create table arquivos (
  empresa_id uuid not null constraint arquivos_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  tipo text not null constraint arquivos_tipo_check check (tipo in ('logo')),
  lixeira_desde timestamptz,
  largura integer not null,
  altura integer not null,
  bytes integer not null,
  created_at timestamptz not null default now(),
  primary key (empresa_id, id)
);

-- The quota check sums an empresa's bytes with an index-only scan.
create index arquivos_bytes_idx on arquivos (empresa_id) include (bytes);

alter table arquivos enable row level security;

alter table arquivos force row level security;

create policy "an empresa sees its own arquivos" on arquivos to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, delete on arquivos to app;

grant update (lixeira_desde) on arquivos to app;

-- migrate:down
