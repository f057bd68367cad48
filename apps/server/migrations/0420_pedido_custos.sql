-- What a sale costs, line by line, appended and never changed (ADR 0122). `valor` is what the sale costs, so a credit is
-- negative. Which lines count is decided when they are read. Nothing about the buyer is stored.

-- migrate:up
create table pedido_custos (
  empresa_id uuid not null constraint pedido_custos_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  marketplace text not null,
  seller_id text not null,
  pedido_id text not null,
  tipo text not null constraint pedido_custos_tipo_check check (tipo in ('comissao', 'frete', 'outra', 'mercadoria')),
  -- The item of a line about goods. Empty for the other lines, which are about the whole pedido.
  anuncio_id text not null default '',
  variacao_id text not null default '',
  -- The units of a line about goods: negative for goods that came back.
  quantidade integer,
  valor numeric(15, 2) not null,
  -- `estimado`: a newer line replaces it. `faturado`: the marketplace charges it. `realizado`: the goods left or came back.
  situacao text not null constraint pedido_custos_situacao_check check (situacao in ('estimado', 'faturado', 'realizado')),
  -- Where the line is from: the pedido, its envio, a line of the fatura, a saida or entrada of the ledger, a conferencia.
  fonte text not null constraint pedido_custos_fonte_check check (fonte in ('pedido', 'envio', 'fatura', 'movimento', 'conferencia')),
  fonte_id text not null,
  -- The number of an estimate among those of its pedido and tipo. The greatest one is the newest.
  passo integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (empresa_id, id),
  -- A line that is written twice is refused.
  constraint pedido_custos_key unique (empresa_id, marketplace, seller_id, pedido_id, tipo, fonte, fonte_id, passo),
  constraint pedido_custos_quantidade_check check ((quantidade is not null) = (tipo = 'mercadoria'))
);

alter table pedido_custos enable row level security;

alter table pedido_custos force row level security;

create policy "an empresa sees its own pedido_custos" on pedido_custos to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert on pedido_custos to app;

create trigger pedido_custos_direito before insert on pedido_custos
for each statement execute function demand_right_of_change('movimentar_estoque');

-- migrate:down
