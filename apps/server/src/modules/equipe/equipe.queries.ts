import { DIAS_DA_TRANSFERENCIA, type Membro, type Transferencia } from '@prumo/contract/equipe.ts';
import { PAPEIS, type Papel } from '@prumo/contract/papeis.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

const MEMBROS = `
  select m.user_id, p.full_name as nome, p.email, m.papel, m.ve_custo, p.two_factor_enabled as duas_etapas,
    duas_etapas_ate($1, m.user_id) as duas_etapas_ate, l.pedido_em as lembrado_em, v.visto_em, m.created_at as desde
  from membros m join profiles p on p.id = m.user_id left join vistos_em() v on v.user_id = m.user_id
  left join lembretes l on l.empresa_id = $1 and l.user_id = m.user_id and has_right('gerir_equipe')
  where m.empresa_id = $1 and m.saiu_em is null`;

/** Selects the membros, the higher papel first. */
export const selectMembros = (tx: TenantDb) =>
  tx.query<Membro>(
    `${MEMBROS} order by array_position($2::text[], m.papel), normalize_text(coalesce(p.full_name, p.email)), m.user_id`,
    [PAPEIS],
  );

export async function selectMembro(tx: TenantDb, userId: string): Promise<Membro | undefined> {
  const [row] = await tx.query<Membro>(`${MEMBROS} and m.user_id = $2`, [userId]);
  return row;
}

interface SessionRow {
  user_agent: string | null;
  criada_em: string;
  usada_em: string;
}

/** Selects the open sessions of a membro. Selects none for a caller without the right `ver_dispositivos`. */
export async function selectDispositivos(tx: TenantDb, userId: string): Promise<SessionRow[]> {
  const rows = await tx.raw('select user_agent, criada_em, usada_em from dispositivos_of($1)', [userId]);
  return rows as SessionRow[];
}

export interface Locked {
  user_id: string;
  papel: Papel;
}

/**
 * Locks the membros against a concurrent change, so that two donos who leave at once do not each count the other.
 * Every change locks them in the same order and none waits for another in a circle.
 */
export const lockMembros = (tx: TenantDb) =>
  tx.query<Locked>(
    'select user_id, papel from membros where empresa_id = $1 and saiu_em is null order by user_id for update',
  );

export const updateMembro = (
  tx: TenantDb,
  userId: string,
  { papel, ve_custo }: { papel: Papel; ve_custo: boolean },
) =>
  tx.query('update membros set papel = $3, ve_custo = $4 where empresa_id = $1 and user_id = $2', [
    ...[userId, papel, ve_custo],
  ]);

/** Ends the membership. The row stays, because the history shows its person's name. */
export const endMembro = (tx: TenantDb, userId: string) =>
  tx.query('update membros set saiu_em = now() where empresa_id = $1 and user_id = $2 and saiu_em is null', [
    userId,
  ]);

interface OfferRow {
  de_id: string;
  de_nome: string | null;
  para_id: string;
  para_nome: string | null;
  created_at: string;
  vence_em: string;
}

/** Selects the open offer. An offer ends when one of its two people leaves, or when its dono is no longer one. */
export async function selectTransferencia(tx: TenantDb): Promise<Transferencia | null> {
  const [row] = await tx.query<OfferRow>(
    `select t.de as de_id, giver.full_name as de_nome, t.para as para_id, taker.full_name as para_nome,
       t.created_at, t.vence_em
     from transferencias t
     join membros de on de.empresa_id = $1 and de.user_id = t.de and de.papel = 'dono' and de.saiu_em is null
     join membros para on para.empresa_id = $1 and para.user_id = t.para and para.saiu_em is null
     left join profiles giver on giver.id = t.de left join profiles taker on taker.id = t.para
     where t.empresa_id = $1 and t.vence_em > now()`,
  );
  return row
    ? {
        de: { user_id: row.de_id, nome: row.de_nome },
        para: { user_id: row.para_id, nome: row.para_nome },
        created_at: row.created_at,
        vence_em: row.vence_em,
      }
    : null;
}

/** Replaces an older offer. */
export async function offerTransferencia(tx: TenantDb, para: string): Promise<void> {
  await withdrawTransferencia(tx);
  await tx.query(
    `insert into transferencias (empresa_id, de, para, vence_em) values ($1, $2, $3, now() + make_interval(days => $4))`,
    [tx.userId, para, DIAS_DA_TRANSFERENCIA],
  );
}

/** Returns false when there is no offer. */
export async function withdrawTransferencia(tx: TenantDb): Promise<boolean> {
  const rows = await tx.query('delete from transferencias where empresa_id = $1 returning de');
  return rows.length > 0;
}

/** Returns false without an open offer to the current person. */
export async function acceptTransferencia(tx: TenantDb): Promise<boolean> {
  const [row] = (await tx.raw('select accept_transferencia() as accepted')) as { accepted: boolean }[];
  return row?.accepted === true;
}
