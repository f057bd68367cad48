-- The sales at the counter of the shop, with their items (ADR 0125).

-- migrate:up
-- A sale is written once. Later it can only be cancelled, as a whole. There is no foreign key to the deposito, because the
-- sale outlives it, as the ledger does. A cliente or a vendedor with sales is not deleted: the receipt and the comissao name
-- them, and the name is stored nowhere else.
create table vendas_balcao (
  empresa_id uuid not null constraint vendas_balcao_empresa_fkey references empresas (id),
  -- The caller generates the id. It is the idempotency key of the sale and the key of its saidas in the ledger.
  id uuid not null,
  -- What people call the sale: 1, 2, 3 … in the empresa, in the order of `created_at`.
  numero integer not null,
  cliente_id uuid,
  vendedor_id uuid,
  deposito_id uuid not null,
  -- Before the discount, the discount, and what was paid.
  bruto numeric(12, 2) not null,
  desconto numeric(12, 2) not null,
  total numeric(12, 2) not null,
  pagamento text not null
    constraint vendas_balcao_pagamento_check check (pagamento in ('dinheiro', 'pix', 'debito', 'credito', 'boleto', 'outro')),
  -- The cash that the person took. Null: the exact total, or another kind of payment.
  recebido numeric(12, 2),
  -- The percentage of the vendedor at the moment of the sale, and its amount.
  comissao numeric(5, 2),
  comissao_valor numeric(12, 2) not null,
  lote uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  cancelada_em timestamptz,
  cancelada_por uuid,
  -- The caller of the cancellation generates it. It is the key of the entradas in the ledger.
  cancelamento_id uuid,
  -- The deposito that the goods came back to.
  volta_deposito_id uuid,
  motivo text constraint vendas_balcao_motivo_check check (char_length(motivo) <= 200),
  primary key (empresa_id, id),
  constraint vendas_balcao_numero_key unique (empresa_id, numero),
  constraint vendas_balcao_cliente_fkey foreign key (empresa_id, cliente_id) references clientes (empresa_id, id) on delete restrict,
  constraint vendas_balcao_vendedor_fkey foreign key (empresa_id, vendedor_id) references vendedores (empresa_id, id) on delete restrict,
  constraint vendas_balcao_total_check check (desconto >= 0 and total >= 0 and total = bruto - desconto),
  constraint vendas_balcao_recebido_check check (recebido is null or (recebido >= total and pagamento = 'dinheiro')),
  constraint vendas_balcao_comissao_check check (
    comissao_valor between 0 and total and (comissao_valor = 0 or (vendedor_id is not null and comissao is not null))),
  constraint vendas_balcao_cancelada_check check (
    (cancelada_em is null) = (cancelada_por is null) and (cancelada_em is null) = (cancelamento_id is null)
    and (cancelada_em is not null or (volta_deposito_id is null and motivo is null)))
);

create index vendas_balcao_cliente_idx on vendas_balcao (empresa_id, cliente_id, numero) where cliente_id is not null;

-- The comissoes of a period are read through these two alone.
create index vendas_balcao_comissao_idx on vendas_balcao (empresa_id, created_at) include (vendedor_id, total, comissao_valor)
where vendedor_id is not null;

create index vendas_balcao_estorno_idx on vendas_balcao (empresa_id, cancelada_em) include (vendedor_id, total, comissao_valor)
where vendedor_id is not null and cancelada_em is not null;

create index vendas_balcao_vendedor_idx on vendas_balcao (empresa_id, vendedor_id, created_at) where vendedor_id is not null;

create index vendas_balcao_vendedor_estorno_idx on vendas_balcao (empresa_id, vendedor_id, cancelada_em)
where vendedor_id is not null and cancelada_em is not null;

alter table vendas_balcao enable row level security;

alter table vendas_balcao force row level security;

create policy "an empresa sees its own vendas_balcao" on vendas_balcao to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert on vendas_balcao to app;

grant update (cancelada_em, cancelada_por, cancelamento_id, volta_deposito_id, motivo) on vendas_balcao to app;

create trigger vendas_balcao_direito before insert on vendas_balcao
for each statement execute function demand_right_of_change('vender_balcao');

-- A cancelled sale brings goods back into stock, so cancelling demands the right to move stock.
create trigger vendas_balcao_cancelamento_direito before update on vendas_balcao
for each statement execute function demand_right_of_change('movimentar_estoque');

create trigger vendas_balcao_novidade after insert or update on vendas_balcao
for each row execute function note_row();

-- One row for each produto of a sale. Name and SKU are those of the moment, so that the receipt stays as it was printed.
create table vendas_balcao_itens (
  empresa_id uuid not null constraint vendas_balcao_itens_empresa_fkey references empresas (id),
  venda_id uuid not null,
  produto_id uuid not null,
  ordem integer not null,
  nome text not null,
  sku text not null,
  quantidade numeric(12, 2) not null,
  preco numeric(12, 2) not null,
  bruto numeric(12, 2) not null,
  -- The part of the discount of the sale that falls on this item.
  desconto numeric(12, 2) not null,
  -- After a cancellation: how many units came back fit for sale. The others were damaged.
  voltou numeric(12, 2),
  primary key (empresa_id, venda_id, produto_id),
  constraint vendas_balcao_itens_venda_fkey foreign key (empresa_id, venda_id) references vendas_balcao (empresa_id, id),
  constraint vendas_balcao_itens_valores_check check (
    quantidade > 0 and preco >= 0 and desconto between 0 and bruto and voltou between 0 and quantidade)
);

alter table vendas_balcao_itens enable row level security;

alter table vendas_balcao_itens force row level security;

create policy "an empresa sees its own vendas_balcao_itens" on vendas_balcao_itens to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert on vendas_balcao_itens to app;

grant update (voltou) on vendas_balcao_itens to app;

create trigger vendas_balcao_itens_direito before insert on vendas_balcao_itens
for each statement execute function demand_right_of_change('vender_balcao');

create trigger vendas_balcao_itens_cancelamento_direito before update on vendas_balcao_itens
for each statement execute function demand_right_of_change('movimentar_estoque');

-- The trigger of the ledger. A person who may not move stock may still write the saida of a sale at the counter, and only with
-- the produto, the deposito and the quantity of an item of a sale of the same transaction. So the right to sell moves nothing
-- that was not sold, and the key of the ledger lets each item leave once.
create function demand_right_of_movimento() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  if public.has_right('movimentar_estoque') then
    return new;
  end if;
  perform public.demand_right(
    case when new.origem = 'balcao' and new.tipo = 'saida' then 'vender_balcao' else 'movimentar_estoque' end);
  if not exists (
    select from public.vendas_balcao v
    join public.vendas_balcao_itens i on i.empresa_id = v.empresa_id and i.venda_id = v.id
    where v.empresa_id = new.empresa_id and v.id = new.chave and v.lote = current_setting('app.lote')::uuid
      and v.lote = new.lote and v.deposito_id = new.deposito_id and i.produto_id = new.produto_id
      and new.delta = -i.quantidade
  ) then
    raise exception 'a line of the counter without its sale' using errcode = 'PR403';
  end if;
  return new;
end
$$;

-- migrate:down
