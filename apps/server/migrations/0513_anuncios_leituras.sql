-- The readings of all anuncios of a seller's account (ADR 0130).

-- migrate:up
-- One row for each account: the reading under way or the last one, and when the next one begins. `vez` is a fencing
-- token: a worker with another `vez` stops.
create table anuncios_leituras (
  empresa_id uuid not null constraint anuncios_leituras_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  -- `esperando`: none was made yet. `parada`: a person has to do what `aviso` says.
  situacao text not null default 'esperando' constraint anuncios_leituras_situacao_check
    check (situacao in ('esperando', 'lendo', 'lida', 'parada')),
  passo text not null default 'limpar' constraint anuncios_leituras_passo_check
    check (passo in ('limpar', 'buscar', 'ler', 'conferir', 'encerrar')),
  -- Where the search for anuncios continues: the marketplace's own note.
  varredura text,
  encontrados integer not null default 0,
  lidos integer not null default 0,
  vez integer not null default 0,
  iniciada_em timestamptz,
  -- When a worker last worked on it, and when it last wrote something.
  passo_em timestamptz not null default now(),
  progresso_em timestamptz not null default now(),
  aviso text,
  -- When the last whole reading ended.
  lida_em timestamptz,
  -- How many anuncios that reading found.
  total integer,
  proxima_em timestamptz not null,
  primary key (empresa_id, marketplace, seller_id)
) with (fillfactor = 50);

create index anuncios_leituras_proxima_idx on anuncios_leituras (proxima_em) where situacao <> 'lendo';

create index anuncios_leituras_paradas_idx on anuncios_leituras (passo_em) where situacao = 'lendo';

-- The anuncios that a reading has found. They are deleted when it ends.
create table anuncios_leituras_itens (
  empresa_id uuid not null constraint anuncios_leituras_itens_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  anuncio_id text not null,
  lido boolean not null default false,
  primary key (empresa_id, marketplace, seller_id, anuncio_id)
) with (fillfactor = 80);

create index anuncios_leituras_itens_a_ler_idx on anuncios_leituras_itens (empresa_id, marketplace, seller_id, anuncio_id)
where not lido;

alter table anuncios_leituras enable row level security;

alter table anuncios_leituras force row level security;

create policy "an empresa sees its own anuncios_leituras" on anuncios_leituras to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update on anuncios_leituras to app;

alter table anuncios_leituras_itens enable row level security;

alter table anuncios_leituras_itens force row level security;

create policy "an empresa sees its own anuncios_leituras_itens" on anuncios_leituras_itens to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on anuncios_leituras_itens to app;

create trigger anuncios_leituras_direito before insert or update on anuncios_leituras
for each statement execute function demand_right_of_change('integrar');

-- The triggers of what the screen Anúncios shows. The changed records are the contas of the seller.
create function note_anuncios() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  insert into public.novidades as m (empresa_id, tabela, ids)
  select c.empresa_id, 'anuncios', array_agg(k.id)
  from (select distinct empresa_id, marketplace, seller_id from changed limit 20) c
  join public.mercado_livre_config k on k.empresa_id = c.empresa_id and k.marketplace = c.marketplace
    and k.user_ml_id = c.seller_id and k.active
  group by c.empresa_id
  on conflict (empresa_id, xid, tabela) do nothing;
  return null;
end
$$;

revoke execute on function note_anuncios() from public;

create trigger anuncios_leituras_inserted_novidade after insert on anuncios_leituras referencing new table as changed
for each statement execute function note_anuncios();

create trigger anuncios_leituras_updated_novidade after update on anuncios_leituras referencing new table as changed
for each statement execute function note_anuncios();

-- The readings that are due, and those whose job was lost.
create function anuncios_leituras_devidas(p_limit integer)
returns table (empresa_id uuid, marketplace text, seller_id text)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  (select l.empresa_id, l.marketplace, l.seller_id from public.anuncios_leituras l
   where l.situacao = 'lendo' and l.passo_em < now() - interval '5 minutes'
     and not exists (select from public.exclusoes x where x.empresa_id = l.empresa_id) order by l.passo_em limit p_limit)
  union all
  (select l.empresa_id, l.marketplace, l.seller_id from public.anuncios_leituras l
   where l.situacao <> 'lendo' and l.proxima_em <= now()
     and not exists (select from public.exclusoes x where x.empresa_id = l.empresa_id) order by l.proxima_em limit p_limit)
  limit p_limit;
end;

-- The connected contas that have no row of anuncios_leituras yet.
create function contas_sem_leitura(p_limit integer)
returns table (empresa_id uuid, marketplace text, seller_id text)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select c.empresa_id, c.marketplace, c.user_ml_id from public.mercado_livre_config c
  where c.active and not exists (select from public.exclusoes x where x.empresa_id = c.empresa_id)
    and not exists (select from public.anuncios_leituras l where l.empresa_id = c.empresa_id
      and l.marketplace = c.marketplace and l.seller_id = c.user_ml_id)
  limit p_limit;
end;

revoke execute on function anuncios_leituras_devidas(integer), contas_sem_leitura(integer) from public;

grant execute on function anuncios_leituras_devidas(integer), contas_sem_leitura(integer) to app;

-- migrate:down
