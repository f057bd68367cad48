-- migrate:up
-- The saved views of a list: its filters, order and columns under a name. They belong to a person, who may share them
-- with the empresa (ADR 0074).
create table visoes (
  empresa_id uuid not null constraint visoes_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  lista text not null constraint visoes_lista_check check (lista in ('produtos')),
  nome text not null constraint visoes_nome_check check (char_length(nome) between 1 and 40),
  compartilhada boolean not null default false,
  endereco jsonb not null constraint visoes_endereco_check check (octet_length(endereco::text) <= 8000),
  exibicao jsonb not null constraint visoes_exibicao_check check (octet_length(exibicao::text) <= 16000),
  created_at timestamptz not null default now(),
  primary key (empresa_id, id),
  constraint visoes_nome_key unique (empresa_id, user_id, lista, nome)
);

create index visoes_compartilhada_idx on visoes (empresa_id, lista, id) where compartilhada;

alter table visoes enable row level security;

alter table visoes force row level security;

create policy "an empresa sees its own visoes" on visoes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, delete on visoes to app;

grant update (nome, compartilhada, endereco, exibicao) on visoes to app;

-- migrate:down
