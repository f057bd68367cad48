-- migrate:up
-- 'Baixar tudo': a ZIP of every record of an empresa as of one instant, the cut (ADR 0063).
create table exportacoes (
  empresa_id uuid not null constraint exportacoes_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  situacao text not null default 'fazendo'
    constraint exportacoes_situacao_check check (situacao in ('fazendo', 'pronta', 'cancelada', 'falhou', 'vencida')),
  -- The instant whose state the file shows.
  corte timestamptz not null,
  -- Transactions with a smaller id than this had begun to write before the cut. The worker waits until they have ended.
  horizonte xid8 not null,
  -- The lotes that wrote both before and after the cut. They belong after it. Null until the worker has found them.
  lotes_depois uuid[],
  -- The table being written, and the key of its last row that is in a part.
  tabela text not null default '',
  depois_de text not null default '',
  -- The number of complete parts, and the bytes of the ZIP so far.
  partes integer not null default 0,
  bytes bigint not null default 0,
  -- The rows done and counted, by table.
  contagem jsonb not null default '{}',
  aviso text,
  created_at timestamptz not null default now(),
  progresso_em timestamptz not null default now(),
  pronta_em timestamptz,
  vence_em timestamptz,
  token_hash text,
  -- The person who made the link.
  token_user_id uuid,
  baixada_em timestamptz,
  -- When the parts were removed from the store.
  removida_em timestamptz,
  primary key (empresa_id, id)
);

comment on column exportacoes.token_hash is 'class: secret';

-- An empresa makes one exportacao at a time.
create unique index exportacoes_fazendo_key on exportacoes (empresa_id) where situacao = 'fazendo';

create index exportacoes_token_hash_idx on exportacoes (token_hash) where token_hash is not null;

create index exportacoes_guardadas_idx on exportacoes (vence_em) where removida_em is null;

alter table exportacoes enable row level security;

alter table exportacoes force row level security;

create policy "an empresa sees its own exportacoes" on exportacoes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert on exportacoes to app;

grant update (situacao, lotes_depois, tabela, depois_de, partes, bytes, contagem, aviso, progresso_em, pronta_em, vence_em,
  token_hash, token_user_id, removida_em) on exportacoes to app;

create trigger exportacoes_direito before insert or update on exportacoes
for each statement execute function demand_right_of_change('exportar_dados');

-- A part is one object of the store: a sequence of complete members of the ZIP. The row is written before its object, so
-- that no object is unknown. `membros` is null until the object is complete.
create table exportacao_partes (
  empresa_id uuid not null constraint exportacao_partes_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  exportacao_id uuid not null,
  ordem integer not null,
  bytes bigint,
  membros jsonb,
  primary key (empresa_id, id),
  constraint exportacao_partes_exportacao_fkey foreign key (empresa_id, exportacao_id)
    references exportacoes (empresa_id, id) on delete cascade
);

create unique index exportacao_partes_ordem_key on exportacao_partes (empresa_id, exportacao_id, ordem) where membros is not null;

create index exportacao_partes_exportacao_idx on exportacao_partes (empresa_id, exportacao_id, ordem);

alter table exportacao_partes enable row level security;

alter table exportacao_partes force row level security;

create policy "an empresa sees its own exportacao_partes" on exportacao_partes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, delete on exportacao_partes to app;

grant update (bytes, membros) on exportacao_partes to app;

create trigger exportacao_partes_direito before insert or update or delete on exportacao_partes
for each statement execute function demand_right_of_change('exportar_dados');

-- Uses a link up: of several concurrent calls one gets the exportacao. The link works for the person who made it, while
-- that person has the right, until it expires.
create function take_exportacao(p_session_hash text, p_token_hash text)
returns table (empresa_id uuid, exportacao_id uuid, user_id uuid)
language sql security definer
set search_path = pg_catalog
as $$
  update public.exportacoes x set token_hash = null, baixada_em = now()
  from auth.sessions s
  join public.membros m on m.user_id = s.user_id and m.saiu_em is null
  where x.token_hash = p_token_hash and x.situacao = 'pronta' and x.vence_em > now()
    and s.token_hash = p_session_hash and s.expires_at > now() and s.user_id = x.token_user_id
    and m.empresa_id = x.empresa_id and position(',exportar_dados,' in public.direitos_of(m.papel, m.ve_custo)) > 0
  returning x.empresa_id, x.id, x.token_user_id
$$;

-- Exportacoes whose parts the store need not keep: expired, replaced, cancelled, failed, or without progress for a day. A
-- worker may still write a part of one that has just been cancelled or failed, so these wait for ten minutes.
create function exportacoes_vencidas(p_limit integer) returns table (empresa_id uuid, exportacao_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select x.empresa_id, x.id from public.exportacoes x
  where x.removida_em is null and (x.situacao = 'vencida' or (x.situacao = 'pronta' and x.vence_em < now())
    or (x.situacao in ('cancelada', 'falhou') and x.progresso_em < now() - interval '10 minutes')
    or (x.situacao = 'fazendo' and x.progresso_em < now() - interval '1 day'))
  order by x.vence_em nulls first, x.id limit p_limit;
end;

revoke execute on function take_exportacao(text, text), exportacoes_vencidas(integer) from public;

grant execute on function take_exportacao(text, text), exportacoes_vencidas(integer) to app;

-- migrate:down
