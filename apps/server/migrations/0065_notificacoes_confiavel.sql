-- migrate:up
-- True when the notification came by the secret address; any other one could have been forged.
alter table notificacoes add column confiavel boolean not null default true;

-- migrate:down
