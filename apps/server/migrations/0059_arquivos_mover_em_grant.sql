-- migrate:up
grant update (mover_em) on arquivos to app;

-- migrate:down
