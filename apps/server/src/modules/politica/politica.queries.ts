import type { Politica } from '@prumo/contract/politica.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

const NOTHING_DEMANDED: Politica = { exige_duas_etapas: false, alterada_em: null, alterada_por: null };

export async function selectPolitica(tx: TenantDb): Promise<Politica> {
  const [newest] = await tx.query<Politica>(
    `select p.exige_duas_etapas, p.created_at as alterada_em, coalesce(f.full_name, f.email) as alterada_por
     from politicas p left join profiles f on f.id = p.user_id
     where p.empresa_id = $1 order by p.id desc limit 1`,
  );
  return newest ?? NOTHING_DEMANDED;
}

export const insertPolitica = (tx: TenantDb, { exige_duas_etapas }: Pick<Politica, 'exige_duas_etapas'>) =>
  tx.query('insert into politicas (empresa_id, user_id, exige_duas_etapas) values ($1, $2, $3)', [
    tx.userId,
    exige_duas_etapas,
  ]);
