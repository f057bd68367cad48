-- The papel of a membro decides what the person may do (ADR 0058). Everybody who is a membro today could do everything.

-- migrate:up
alter table membros
  add column papel text not null default 'dono'
  constraint membros_papel_check check (papel in ('dono', 'administrador', 'estoque', 'vendas', 'consulta')),
  -- Whether this person sees costs in addition to what the papel allows.
  add column ve_custo boolean not null default false,
  -- When the person left or was removed. The row stays, so that the history still shows the name of its author. The
  -- person is a membro only while this is null.
  add column saiu_em timestamptz;

-- migrate:down
