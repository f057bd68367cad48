-- migrate:up
-- A revocation in progress at the marketplace. It ends every grant of the account, so no empresa may connect the
-- account between the check that no empresa holds it and the marketplace's answer. The lease of a process that died
-- expires.
create table marketplaces.revogacoes (
  marketplace text not null,
  seller_id text not null,
  lease_id uuid not null,
  leased_until timestamptz not null,
  primary key (marketplace, seller_id)
);

grant select, insert, update, delete on marketplaces.revogacoes to contas;

-- Claims the revocation of the account of a disconnected conta. 'held': an empresa holds the account, and revoking
-- would end its access. 'busy': another process revokes the account. 'mine': the caller may call the marketplace.
create function begin_revogacao(p_conta uuid, p_lease uuid, p_seconds float8) returns text
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_marketplace text;
  v_seller_id text;
begin
  select m.marketplace, m.user_ml_id into strict v_marketplace, v_seller_id from public.mercado_livre_config m
  where m.empresa_id = public.current_empresa() and m.id = p_conta and not m.active;
  perform public.lock_seller(v_marketplace, v_seller_id);
  if exists (select from marketplaces.donos d where d.marketplace = v_marketplace and d.seller_id = v_seller_id) then
    return 'held';
  end if;
  insert into marketplaces.revogacoes as r (marketplace, seller_id, lease_id, leased_until)
  values (v_marketplace, v_seller_id, p_lease, clock_timestamp() + make_interval(secs => p_seconds))
  on conflict (marketplace, seller_id) do update set lease_id = excluded.lease_id, leased_until = excluded.leased_until
    where r.leased_until < clock_timestamp() or r.lease_id = excluded.lease_id;
  return case when found then 'mine' else 'busy' end;
end
$$;

create function end_revogacao(p_lease uuid) returns void
language sql security definer
set search_path = pg_catalog
begin atomic
  delete from marketplaces.revogacoes r where r.lease_id = p_lease;
end;

create index revogacoes_lease_idx on marketplaces.revogacoes (lease_id);

-- As before, but returns no row while a revocation of the account is in progress: the caller asks again.
create or replace function claim_conta(p_marketplace text, p_seller_id text, p_conta uuid)
returns table (empresa_id uuid, conta_id uuid, empresa_nome text)
language plpgsql security definer
set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  perform public.lock_seller(p_marketplace, p_seller_id);
  if exists (select from marketplaces.revogacoes r
      where r.marketplace = p_marketplace and r.seller_id = p_seller_id and r.leased_until >= clock_timestamp()) then
    return;
  end if;
  insert into marketplaces.donos (marketplace, seller_id, empresa_id, conta_id)
  values (p_marketplace, p_seller_id, public.current_empresa(), p_conta)
  on conflict (marketplace, seller_id) do nothing;
  return query
  select d.empresa_id, d.conta_id, (
      select e.nome from public.empresas e
      join public.membros m on m.empresa_id = e.id and m.user_id = public.current_usuario()
      where e.id = d.empresa_id)
  from marketplaces.donos d where d.marketplace = p_marketplace and d.seller_id = p_seller_id;
end
$$;

grant create on schema public to contas;

alter function begin_revogacao(uuid, uuid, float8) owner to contas;

alter function end_revogacao(uuid) owner to contas;

revoke create on schema public from contas;

revoke execute on function begin_revogacao(uuid, uuid, float8), end_revogacao(uuid) from public;

grant execute on function begin_revogacao(uuid, uuid, float8), end_revogacao(uuid) to app;

-- migrate:down
