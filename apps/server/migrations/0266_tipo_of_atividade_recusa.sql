-- migrate:up
-- A declined convite is another event than a revoked one.
create or replace function tipo_of_atividade(p_tabela text, p_operacao text, p_antes jsonb, p_depois jsonb, p_user uuid) returns text
language sql immutable parallel safe
return case p_tabela
  when 'atividades' then coalesce(p_depois ->> 'tipo', 'desconhecida')
  when 'membros' then case
    when p_operacao = 'I' or (p_antes ->> 'saiu_em' is not null and p_depois ->> 'saiu_em' is null) then 'membro_entrou'
    when p_antes ->> 'saiu_em' is null and p_depois ->> 'saiu_em' is not null
      then case when p_depois ->> 'user_id' = p_user::text then 'membro_saiu' else 'membro_removido' end
    else 'papel_alterado'
  end
  when 'convites' then case
    when p_operacao = 'I' then 'convite_criado'
    when p_antes ->> 'aceito_em' is null and p_depois ->> 'aceito_em' is not null then 'convite_aceito'
    when p_antes ->> 'recusado_em' is null and p_depois ->> 'recusado_em' is not null then 'convite_recusado'
    when p_antes ->> 'revogado_em' is null and p_depois ->> 'revogado_em' is not null then 'convite_revogado'
    when p_antes ->> 'revogado_em' is not null and p_depois ->> 'revogado_em' is null then 'revogacao_desfeita'
    else 'convite_reenviado'
  end
  when 'mercado_livre_config' then case
    when p_operacao = 'I' then 'conta_conectada'
    when p_depois ->> 'active' = 'false' then 'conta_removida'
    else 'registro_alterado'
  end
  else case p_operacao when 'I' then 'registro_criado' when 'U' then 'registro_alterado' else 'registro_excluido' end
end;

-- migrate:down
