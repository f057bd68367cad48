-- The right to sell at the counter, `vender_balcao` (ADR 0126).

-- migrate:up
create or replace function direitos_of(p_papel text, p_ve_custo boolean) returns text
language sql immutable parallel safe
return case p_papel
  when 'dono' then
    ',consultar,ver_custo,alterar_produtos,movimentar_estoque,vender_balcao,alterar_clientes,integrar,alterar_empresa,gerir_equipe,ver_atividade,ver_dispositivos,atender_titulares,transferir_empresa,excluir_empresa,exportar_dados,'
  when 'administrador' then
    ',consultar,ver_custo,alterar_produtos,movimentar_estoque,vender_balcao,alterar_clientes,integrar,alterar_empresa,gerir_equipe,ver_atividade,atender_titulares,'
  when 'estoque' then ',consultar,alterar_produtos,movimentar_estoque,'
  when 'vendas' then ',consultar,vender_balcao,alterar_clientes,'
  when 'consulta' then ',consultar,'
end || case when p_ve_custo then 'ver_custo,' else '' end;

-- migrate:down
