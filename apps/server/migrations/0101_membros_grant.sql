-- The trigger of 0103 says who may change what. A person becomes a membro through functions of the schema auth alone.

-- migrate:up
grant update (papel, ve_custo, saiu_em) on membros to app;

-- migrate:down
