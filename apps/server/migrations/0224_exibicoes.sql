-- migrate:up
-- How a person sees a list outside its saved views (ADR 0074).
create table exibicoes (
  empresa_id uuid not null constraint exibicoes_empresa_fkey references empresas (id),
  user_id uuid not null,
  lista text not null constraint exibicoes_lista_check check (lista in ('produtos')),
  exibicao jsonb not null constraint exibicoes_exibicao_check check (octet_length(exibicao::text) <= 16000),
  primary key (empresa_id, user_id, lista)
);

alter table exibicoes enable row level security;

alter table exibicoes force row level security;

create policy "an empresa sees its own exibicoes" on exibicoes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on exibicoes to app;

-- migrate:down
