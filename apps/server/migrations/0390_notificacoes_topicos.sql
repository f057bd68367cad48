-- Parcels and complaints of a sale are reported too, because they decide what its stock shows (ADR 0110).

-- migrate:up
alter table notificacoes drop constraint notificacoes_topico_check, add constraint notificacoes_topico_check check (topico in ('pedidos', 'anuncios', 'envios', 'reclamacoes')) not valid;

-- migrate:down
