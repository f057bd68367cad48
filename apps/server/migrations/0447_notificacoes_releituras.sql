-- Sales that are read again wait in a topic of their own, behind what a marketplace reports (ADR 0110).

-- migrate:up
alter table notificacoes drop constraint notificacoes_topico_check, add constraint notificacoes_topico_check check (topico in ('pedidos', 'anuncios', 'envios', 'reclamacoes', 'releituras')) not valid;

-- migrate:down
