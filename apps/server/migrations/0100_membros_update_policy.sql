-- migrate:up
create policy "an empresa changes its own membros" on membros for update to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

-- migrate:down
