-- Every stored notificacao has one of the topics.

-- migrate:up
alter table notificacoes validate constraint notificacoes_topico_check;

-- migrate:down
