-- How the anuncios of a produto share its stock (ADR 0132). Without a row every anuncio shows everything.

-- migrate:up
create table publicacoes (
  empresa_id uuid not null constraint publicacoes_empresa_fkey references empresas (id),
  produto_id uuid not null,
  modo text not null constraint publicacoes_modo_check check (modo in ('compartilhado', 'com_seguranca', 'cotas')),
  -- The units that no anuncio shows.
  retidas integer not null constraint publicacoes_retidas_check check (retidas between 0 and 99999),
  user_id uuid not null,
  atualizado_em timestamptz not null default now(),
  primary key (empresa_id, produto_id),
  constraint publicacoes_produto_fkey foreign key (empresa_id, produto_id) references produtos (empresa_id, id) on delete cascade,
  constraint publicacoes_tudo_check check ((modo = 'compartilhado') = (retidas = 0))
);

alter table publicacoes enable row level security;

alter table publicacoes force row level security;

create policy "an empresa sees its own publicacoes" on publicacoes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update on publicacoes to app;

create trigger publicacoes_direito before insert or update on publicacoes
for each statement execute function demand_right_of_change('integrar');

-- Asks for a comparison of the anuncios of the produto, and announces the choice, which may change none of them.
create function note_publicacao() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  insert into public.anuncios_a_comparar (empresa_id, produto_ids) values (new.empresa_id, array[new.produto_id]);
  insert into public.novidades (empresa_id, tabela, ids) values (new.empresa_id, 'anuncios', null)
  on conflict (empresa_id, xid, tabela) do nothing;
  return null;
end
$$;

revoke execute on function note_publicacao() from public;

create trigger publicacoes_comparar after insert or update on publicacoes
for each row execute function note_publicacao();

-- migrate:down
