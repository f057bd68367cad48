-- The invoices (NF-e) that people sent to a marketplace, one for each parcel: the last attempt. The XML is not stored,
-- because it names the buyer. The key names only the empresa (ADR 0119).

-- migrate:up
create table notas (
  empresa_id uuid not null constraint notas_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  envio_id text not null,
  chave text not null constraint notas_chave_check check (chave ~ '^[0-9A-Z]{44}$'),
  serie text not null,
  numero text not null,
  valor numeric(15, 2) not null,
  emitida_em timestamptz not null,
  situacao text not null constraint notas_situacao_check check (situacao in ('aceita', 'recusada')),
  -- Why the marketplace refused it. Null for an accepted one.
  motivo text,
  user_id uuid not null,
  enviada_em timestamptz not null default now(),
  primary key (empresa_id, marketplace, seller_id, envio_id),
  constraint notas_motivo_check check ((motivo is null) = (situacao = 'aceita'))
);

create index notas_chave_idx on notas (empresa_id, chave);

alter table notas enable row level security;

alter table notas force row level security;

create policy "an empresa sees its own notas" on notas to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update on notas to app;

create trigger notas_direito before insert or update on notas
for each statement execute function demand_right_of_change('movimentar_estoque');

-- migrate:down
