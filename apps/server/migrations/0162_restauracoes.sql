-- migrate:up
-- The restoration of the ZIP of an exportacao into an empty empresa (ADR 0063).
create table restauracoes (
  empresa_id uuid not null constraint restauracoes_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  situacao text not null default 'enviando' constraint restauracoes_situacao_check check (
    situacao in ('enviando', 'conferindo', 'restaurando', 'concluida', 'recusada', 'falhou', 'cancelada')),
  nome text not null constraint restauracoes_nome_check check (char_length(nome) <= 200),
  bytes bigint not null,
  pedacos integer not null default 0,
  -- The member of the ZIP being read, in the order of writing, and the rows of it that are done.
  membro integer not null default 0,
  linha integer not null default 0,
  contagem jsonb not null default '{}',
  aviso text,
  created_at timestamptz not null default now(),
  progresso_em timestamptz not null default now(),
  concluida_em timestamptz,
  removida_em timestamptz,
  primary key (empresa_id, id)
);

create unique index restauracoes_em_andamento_key on restauracoes (empresa_id)
where situacao in ('enviando', 'conferindo', 'restaurando');

create index restauracoes_guardadas_idx on restauracoes (progresso_em) where removida_em is null;

alter table restauracoes enable row level security;

alter table restauracoes force row level security;

create policy "an empresa sees its own restauracoes" on restauracoes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert on restauracoes to app;

grant update (situacao, pedacos, membro, linha, contagem, aviso, progresso_em, concluida_em, removida_em) on restauracoes to app;

create trigger restauracoes_direito before insert or update on restauracoes
for each statement execute function demand_right_of_change('exportar_dados');

-- A piece of the uploaded ZIP. The row is written before its object, so that no object is unknown.
create table restauracao_pedacos (
  empresa_id uuid not null constraint restauracao_pedacos_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  restauracao_id uuid not null,
  numero integer not null,
  bytes integer not null,
  guardado boolean not null default false,
  primary key (empresa_id, id),
  constraint restauracao_pedacos_restauracao_fkey foreign key (empresa_id, restauracao_id)
    references restauracoes (empresa_id, id) on delete cascade
);

create unique index restauracao_pedacos_numero_key on restauracao_pedacos (empresa_id, restauracao_id, numero) where guardado;

create index restauracao_pedacos_restauracao_idx on restauracao_pedacos (empresa_id, restauracao_id, numero);

alter table restauracao_pedacos enable row level security;

alter table restauracao_pedacos force row level security;

create policy "an empresa sees its own restauracao_pedacos" on restauracao_pedacos to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, delete on restauracao_pedacos to app;

grant update (guardado) on restauracao_pedacos to app;

create trigger restauracao_pedacos_direito before insert or update or delete on restauracao_pedacos
for each statement execute function demand_right_of_change('exportar_dados');

-- The people who wrote the restored history, by name. They are no membros here: their ids are made from the ids in the
-- file, so a file cannot write in the name of a membro.
create table autores (
  empresa_id uuid not null constraint autores_empresa_fkey references empresas (id),
  id uuid not null,
  nome text not null constraint autores_nome_check check (char_length(nome) <= 300),
  primary key (empresa_id, id)
);

comment on column autores.nome is 'class: personal';

alter table autores enable row level security;

alter table autores force row level security;

create policy "an empresa sees its own autores" on autores to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert on autores to app;

create trigger autores_direito before insert on autores
for each statement execute function demand_right_of_change('exportar_dados');

-- Restauracoes whose uploaded file the store need not keep: ended, or without progress for a day. A piece may still
-- arrive for one that has just ended, so these wait for ten minutes.
create function restauracoes_vencidas(p_limit integer) returns table (empresa_id uuid, restauracao_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select x.empresa_id, x.id from public.restauracoes x
  where x.removida_em is null and (
    (x.situacao in ('concluida', 'recusada', 'falhou', 'cancelada') and x.progresso_em < now() - interval '10 minutes')
    or x.progresso_em < now() - interval '1 day')
  order by x.progresso_em, x.id limit p_limit;
end;

revoke execute on function restauracoes_vencidas(integer) from public;

grant execute on function restauracoes_vencidas(integer) to app;

-- migrate:down
