-- Refuses a cost from a person without the right `ver_custo`. The restoration of a deleted produto keeps its cost, which
-- the person neither sees nor chooses.

-- migrate:up
create function demand_right_of_custo() returns trigger
language plpgsql
set search_path = pg_catalog, public
as $$
begin
  if has_right('ver_custo') then
    return new;
  end if;
  if tg_op = 'INSERT' and new.custo_unitario = (
    select (h.antes ->> 'custo_unitario')::numeric from public.historico h
    where h.empresa_id = new.empresa_id and h.tabela = 'produtos' and h.registro_id = new.id and h.operacao = 'D'
    order by h.id desc limit 1
  ) then
    return new;
  end if;
  perform demand_right('ver_custo');
  return new;
end
$$;

-- migrate:down
