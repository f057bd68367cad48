import type { TenantDb } from '#platform/db/tenant-db.ts';

/** What a person said about returned units. */
export interface Conferida {
  chave: string;
  reserva_id: string;
  vendavel: number;
  avariado: number;
  deposito_id: string | null;
}

export async function selectConferencia(tx: TenantDb, chave: string): Promise<Conferida | undefined> {
  const [row] = await tx.query<Conferida>(
    `select chave, reserva_id, vendavel, avariado, deposito_id from reservas_conferencias
     where empresa_id = $1 and chave = $2`,
    [chave],
  );
  return row;
}

/** Records the verdict of a person, and adds its units to the sums of the reserva. */
export const insertConferencia = (
  tx: TenantDb,
  { chave, reserva_id, vendavel, avariado, deposito_id }: Conferida,
) =>
  tx.query(
    `with said as (
       insert into reservas_conferencias (empresa_id, chave, reserva_id, vendavel, avariado, deposito_id, user_id)
       values ($1, $2, $3, $4, $5, $6, $7)
     ) update reservas set vendavel = vendavel + $4, avariado = avariado + $5, atualizado_em = now()
     where empresa_id = $1 and id = $3`,
    [chave, reserva_id, vendavel, avariado, deposito_id, tx.userId],
  );

/** Whether a deposito exists and takes produtos. */
export async function selectDeposito(tx: TenantDb, id: string) {
  const [row] = await tx.query<{ nome: string; ativo: boolean }>(
    'select nome, ativo from depositos where empresa_id = $1 and id = $2',
    [id],
  );
  return row;
}
