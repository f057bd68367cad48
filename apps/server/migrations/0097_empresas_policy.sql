-- migrate:up
create policy "an empresa changes itself" on empresas for update to app
using (id = current_empresa()) with check (id = current_empresa());

-- migrate:down
