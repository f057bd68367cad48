-- migrate:up
-- As before, and the dono and the administrador see what happened in the empresa.
create or replace function direitos_of(p_papel text, p_ve_custo boolean) returns text
language sql immutable parallel safe
return case p_papel
  when 'dono' then
    ',consultar,ver_custo,alterar_produtos,movimentar_estoque,alterar_clientes,integrar,alterar_empresa,gerir_equipe,ver_atividade,ver_dispositivos,transferir_empresa,'
  when 'administrador' then
    ',consultar,ver_custo,alterar_produtos,movimentar_estoque,alterar_clientes,integrar,alterar_empresa,gerir_equipe,ver_atividade,'
  when 'estoque' then ',consultar,alterar_produtos,movimentar_estoque,'
  when 'vendas' then ',consultar,alterar_clientes,'
  when 'consulta' then ',consultar,'
end || case when p_ve_custo then 'ver_custo,' else '' end;

-- migrate:down
