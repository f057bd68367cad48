-- The right to see the devices of the equipe, which only a dono has.

-- migrate:up
-- As before, with the right `ver_dispositivos`.
create or replace function direitos_of(p_papel text, p_ve_custo boolean) returns text
language sql immutable parallel safe
return case p_papel
  when 'dono' then
    ',consultar,ver_custo,alterar_produtos,movimentar_estoque,alterar_clientes,integrar,alterar_empresa,gerir_equipe,ver_dispositivos,transferir_empresa,'
  when 'administrador' then
    ',consultar,ver_custo,alterar_produtos,movimentar_estoque,alterar_clientes,integrar,alterar_empresa,gerir_equipe,'
  when 'estoque' then ',consultar,alterar_produtos,movimentar_estoque,'
  when 'vendas' then ',consultar,alterar_clientes,'
  when 'consulta' then ',consultar,'
end || case when p_ve_custo then 'ver_custo,' else '' end;

-- The open sessions of a membro of the current empresa, the most recently used first. It leaves out the addresses,
-- because a dono does not need to know from where a person works.
create function dispositivos_of(p_user uuid)
returns table (user_agent text, criada_em timestamptz, usada_em timestamptz)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select s.user_agent, s.created_at, s.updated_at
  from public.membros m join auth.sessions s on s.user_id = m.user_id
  where m.empresa_id = public.current_empresa() and m.user_id = p_user and m.saiu_em is null
    and s.expires_at > now() and public.has_right('ver_dispositivos')
  order by s.updated_at desc limit 100;
end;

revoke execute on function dispositivos_of(uuid) from public;

grant execute on function dispositivos_of(uuid) to app;

-- migrate:down
