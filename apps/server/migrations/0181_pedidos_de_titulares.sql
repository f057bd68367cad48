-- migrate:up
-- The requests of titulares: people who ask an empresa what it holds about them, or to erase it (LGPD, art. 18). Rows
-- are never deleted while the empresa exists, because the empresa must show how it answered (LGPD, art. 37).
create table pedidos_de_titulares (
  empresa_id uuid not null constraint pedidos_de_titulares_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  -- The membro who entered the request.
  user_id uuid not null,
  tipo text not null constraint pedidos_de_titulares_tipo_check check (tipo in ('acesso', 'eliminacao')),
  -- The person who asks and where the answer goes. Null after an erasure.
  nome text constraint pedidos_de_titulares_nome_check check (char_length(nome) between 1 and 200),
  contato text constraint pedidos_de_titulares_contato_check check (char_length(contato) between 1 and 254),
  recebido_em date not null,
  -- The law gives 15 days for the full answer (LGPD, art. 19, II).
  vence_em date not null generated always as (recebido_em + 15) stored,
  -- The records of the person, as [{"tabela": …, "id": …}]. The membro who answers chooses them.
  registros jsonb not null default '[]'
    constraint pedidos_de_titulares_registros_check check (jsonb_typeof(registros) = 'array'),
  situacao text not null default 'aberto'
    constraint pedidos_de_titulares_situacao_check check (situacao in ('aberto', 'eliminando', 'atendido')),
  exportado_em timestamptz,
  exportado_por uuid,
  -- The membro who answered, or who ordered the erasure.
  atendido_em timestamptz,
  atendido_por uuid,
  created_at timestamptz not null default now(),
  primary key (empresa_id, id),
  constraint pedidos_de_titulares_atendido_check check (situacao <> 'atendido' or atendido_em is not null)
);

comment on column pedidos_de_titulares.nome is 'class: personal';

comment on column pedidos_de_titulares.contato is 'class: personal';

create index pedidos_de_titulares_abertos_idx on pedidos_de_titulares (empresa_id, vence_em, id) where situacao <> 'atendido';

alter table pedidos_de_titulares enable row level security;

alter table pedidos_de_titulares force row level security;

create policy "an empresa sees its own pedidos de titulares" on pedidos_de_titulares to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select on pedidos_de_titulares to app;

grant insert (empresa_id, user_id, tipo, nome, contato, recebido_em) on pedidos_de_titulares to app;

grant update (registros, situacao, exportado_em, exportado_por, atendido_em, atendido_por) on pedidos_de_titulares to app;

create trigger pedidos_de_titulares_direito before insert or update on pedidos_de_titulares
for each statement execute function demand_right_of_change('atender_titulares');

-- migrate:down
