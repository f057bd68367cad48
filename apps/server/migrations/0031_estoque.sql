-- migrate:up
-- The stock of each produto in each deposito, and the ledger of its changes.
create table produto_deposito (
  empresa_id uuid not null constraint produto_deposito_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  produto_id uuid not null,
  deposito_id uuid not null,
  -- The check refuses negative stock even if a rule in the code is wrong.
  quantidade numeric(12, 2) not null default 0 constraint produto_deposito_quantidade_check check (quantidade >= 0),
  -- Null until a person sets one; the minimum is then 10.
  minimo numeric(12, 2) constraint produto_deposito_minimo_check check (minimo >= 0),
  ultima_movimentacao timestamptz,
  versao integer not null default 1,
  created_at timestamptz not null default now(),
  situacao text not null generated always as (
    case when quantidade = 0 then 'zerado' when quantidade < coalesce(minimo, 10) then 'baixo' else 'normal' end) stored,
  -- Lists sort by these two columns: their types can be compared through an index under row level security.
  movimentacao_ordem timestamptz not null generated always as (coalesce(ultima_movimentacao, created_at)) stored,
  quantidade_ordem bigint not null generated always as ((quantidade * 100)::bigint) stored,
  primary key (empresa_id, id),
  constraint produto_deposito_key unique (empresa_id, produto_id, deposito_id),
  constraint produto_deposito_produto_fkey foreign key (empresa_id, produto_id) references produtos (empresa_id, id) on delete restrict,
  constraint produto_deposito_deposito_fkey foreign key (empresa_id, deposito_id) references depositos (empresa_id, id) on delete restrict
) with (fillfactor = 90);

create index produto_deposito_movimentacao_idx on produto_deposito (empresa_id, movimentacao_ordem, id);

create index produto_deposito_quantidade_idx on produto_deposito (empresa_id, quantidade_ordem, id);

create index produto_deposito_deposito_idx on produto_deposito (empresa_id, deposito_id, movimentacao_ordem, id);

create index produto_deposito_deposito_quantidade_idx on produto_deposito (empresa_id, deposito_id, quantidade_ordem, id);

create index produto_deposito_situacao_idx on produto_deposito (empresa_id, situacao, movimentacao_ordem, id) where situacao <> 'normal';

create index produto_deposito_situacao_quantidade_idx on produto_deposito (empresa_id, situacao, quantidade_ordem, id) where situacao <> 'normal';

alter table produto_deposito enable row level security;

alter table produto_deposito force row level security;

create policy "an empresa sees its own produto_deposito" on produto_deposito to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, delete on produto_deposito to app;

grant update (quantidade, ultima_movimentacao, minimo, versao) on produto_deposito to app;

-- The history records the link and its minimum, which people edit. Quantities are recorded in the ledger below.
create trigger produto_deposito_historico after insert or delete or update of minimo, versao on produto_deposito
for each row execute function record_historico('quantidade', 'ultima_movimentacao', 'situacao', 'movimentacao_ordem', 'quantidade_ordem');

-- Appends the differences of the inventory's cards to contadores. The total of the cards is `produtos.estoque`.
create function count_produto_deposito() returns trigger
language plpgsql
set search_path = pg_catalog, public
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.contadores (empresa_id, nome, delta)
    select r.empresa_id, 'inventario.' || r.situacao, count(*) from added r
    where r.situacao <> 'normal' group by r.empresa_id, r.situacao;
  elsif tg_op = 'DELETE' then
    insert into public.contadores (empresa_id, nome, delta)
    select r.empresa_id, 'inventario.' || r.situacao, -count(*) from removed r
    where r.situacao <> 'normal' group by r.empresa_id, r.situacao;
  else
    insert into public.contadores (empresa_id, nome, delta)
    select r.empresa_id, 'inventario.' || r.situacao, sum(r.sinal)
    from (select empresa_id, situacao, 1 as sinal from added union all select empresa_id, situacao, -1 from removed) r
    where r.situacao <> 'normal' group by r.empresa_id, r.situacao having sum(r.sinal) <> 0;
  end if;
  perform fold_contadores('inventario');
  return null;
end
$$;

create trigger produto_deposito_inserted after insert on produto_deposito referencing new table as added
for each statement execute function count_produto_deposito();

create trigger produto_deposito_updated after update on produto_deposito referencing old table as removed new table as added
for each statement execute function count_produto_deposito();

create trigger produto_deposito_deleted after delete on produto_deposito referencing old table as removed
for each statement execute function count_produto_deposito();

create policy "the search functions read produto_deposito" on produto_deposito for select to busca using (true);

grant select on produto_deposito to busca;

-- The ledger of stock. Its lines are never changed or deleted. It has no foreign key to produto and deposito, because
-- it outlives both.
create table movimentos_estoque (
  empresa_id uuid not null constraint movimentos_estoque_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  -- The caller generates the key, so that a retried movimento is recorded once. A transferencia is two lines with one
  -- key.
  chave uuid not null,
  produto_id uuid not null,
  deposito_id uuid not null,
  tipo text not null constraint movimentos_estoque_tipo_check check (tipo in ('entrada', 'saida', 'ajuste', 'transferencia')),
  delta numeric(12, 2) not null constraint movimentos_estoque_delta_check check (delta <> 0),
  -- The stock of the deposito after this line.
  saldo numeric(12, 2) not null constraint movimentos_estoque_saldo_check check (saldo >= 0),
  motivo text constraint movimentos_estoque_motivo_check check (char_length(motivo) <= 200),
  origem text not null constraint movimentos_estoque_origem_check check (origem in ('manual', 'produto', 'desfazer', 'exclusao')),
  lote uuid not null,
  user_id uuid not null,
  -- Written under the lock of the produto and later than the previous line, so it orders the lines of a saldo.
  created_at timestamptz not null,
  primary key (empresa_id, id),
  constraint movimentos_estoque_chave_key unique (empresa_id, chave, produto_id, deposito_id)
);

create index movimentos_estoque_produto_idx on movimentos_estoque (empresa_id, produto_id, id);

create index movimentos_estoque_saldo_idx on movimentos_estoque (empresa_id, produto_id, deposito_id, created_at);

create index movimentos_estoque_lote_idx on movimentos_estoque (empresa_id, lote);

alter table movimentos_estoque enable row level security;

alter table movimentos_estoque force row level security;

create policy "an empresa sees its own movimentos" on movimentos_estoque to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert on movimentos_estoque to app;

-- migrate:down
