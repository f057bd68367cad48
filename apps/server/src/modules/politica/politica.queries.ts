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

/** Adds a row if the policy changes. Saving it again does not make its author the one who switched it on. */
export const insertPolitica = (tx: TenantDb, { exige_duas_etapas }: Pick<Politica, 'exige_duas_etapas'>) =>
  tx.query(
    `insert into politicas (empresa_id, user_id, exige_duas_etapas) select $1, $2, $3::boolean
     where $3 is distinct from (
       select p.exige_duas_etapas from politicas p where p.empresa_id = $1 order by p.id desc limit 1)`,
    [tx.userId, exige_duas_etapas],
  );
