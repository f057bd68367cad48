-- migrate:up
-- The open offer of a dono to hand the empresa over. An empresa has one at most.
create table transferencias (
  empresa_id uuid not null constraint transferencias_empresa_fkey references empresas (id),
  -- The dono who offers, and the membro who may accept.
  de uuid not null,
  para uuid not null,
  created_at timestamptz not null default now(),
  vence_em timestamptz not null,
  primary key (empresa_id),
  constraint transferencias_de_fkey foreign key (empresa_id, de) references membros (empresa_id, user_id),
  constraint transferencias_para_fkey foreign key (empresa_id, para) references membros (empresa_id, user_id),
  constraint transferencias_pessoas_check check (de <> para)
);

create index transferencias_de_idx on transferencias (empresa_id, de);

create index transferencias_para_idx on transferencias (empresa_id, para);

alter table transferencias enable row level security;

alter table transferencias force row level security;

create policy "an empresa sees its own transferencias" on transferencias to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, delete on transferencias to app;

create trigger transferencias_direito before insert on transferencias
for each statement execute function demand_right_of_change('transferir_empresa');

-- A dono withdraws an offer, and the membro to whom it was made declines it.
create function guard_transferencia() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  if old.para <> public.current_usuario() then
    perform public.demand_right('transferir_empresa');
  end if;
  return old;
end
$$;

create trigger transferencias_retirada before delete on transferencias
for each row execute function guard_transferencia();

-- The current person accepts the empresa: becomes dono, and the dono who offered becomes administrador. Returns false
-- without an open offer to this person. Both changes need rights that the person does not have yet, so the two
-- statements run with every right.
create function accept_transferencia() returns boolean
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_offer public.transferencias;
  v_direitos text := current_setting('app.direitos', true);
begin
  perform from public.membros m where m.empresa_id = public.current_empresa() and m.saiu_em is null
  order by m.user_id for update;
  -- The person to whom the offer was made may delete it.
  delete from public.transferencias t
  where t.empresa_id = public.current_empresa() and t.para = public.current_usuario() and t.vence_em > now()
    and exists (select from public.membros m
      where m.empresa_id = t.empresa_id and m.user_id = t.de and m.papel = 'dono' and m.saiu_em is null)
  returning * into v_offer;
  if not found then
    return false;
  end if;
  perform set_config('app.direitos', '*', true);
  update public.membros m set papel = 'dono', ve_custo = false
  where m.empresa_id = v_offer.empresa_id and m.user_id = v_offer.para;
  update public.membros m set papel = 'administrador', ve_custo = false
  where m.empresa_id = v_offer.empresa_id and m.user_id = v_offer.de;
  perform set_config('app.direitos', v_direitos, true);
  return true;
end
$$;

revoke execute on function accept_transferencia() from public;

grant execute on function accept_transferencia() to app;

-- migrate:down
