-- migrate:up
create trigger membros_saida after update on membros
for each row when (old.saiu_em is null and new.saiu_em is not null) execute function give_own_empresa();

-- migrate:down
