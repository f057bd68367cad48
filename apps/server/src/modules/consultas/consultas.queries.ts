import type { TenantDb } from '#platform/db/tenant-db.ts';

/** A cached answer about a number. `resposta` is null when the number does not exist. */
export interface Remembered {
  resposta: object | null;
  fonte: string | null;
  consultado_em: string;
}

export type Tipo = 'cep' | 'cnpj';

/**
 * The cached responses are public and belong to no empresa, so these statements name none. The policy only
 * requires that the transaction has an empresa.
 */
export async function selectConsulta(
  tx: TenantDb,
  tipo: Tipo,
  numero: string,
): Promise<Remembered | undefined> {
  const rows = await tx.raw(
    `select resposta, fonte, consultado_em from consultas.respostas
     where tipo = $1 and numero = $2 and vence_em > now()`,
    [tipo, numero],
  );
  return rows[0] as Remembered | undefined;
}

export async function upsertConsulta(
  tx: TenantDb,
  tipo: Tipo,
  numero: string,
  { resposta, fonte, consultado_em }: Remembered,
  seconds: number,
): Promise<void> {
  await Promise.all([
    tx.raw(
      `insert into consultas.respostas (tipo, numero, resposta, fonte, consultado_em, vence_em)
       values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
       on conflict (tipo, numero) do update set resposta = excluded.resposta, fonte = excluded.fonte,
         consultado_em = excluded.consultado_em, vence_em = excluded.vence_em`,
      [tipo, numero, resposta && JSON.stringify(resposta), fonte, consultado_em, seconds],
    ),
    // Each insert deletes up to 20 expired rows, more than it adds. It skips rows that another writer has
    // locked.
    tx.raw(
      `delete from consultas.respostas where (tipo, numero) in (
         select tipo, numero from consultas.respostas where vence_em < now()
         order by vence_em limit 20 for update skip locked)`,
    ),
  ]);
}

/** Reads no row. The door checks the session of this transaction as of every other. */
export const readNothing = (tx: TenantDb) => tx.raw('select');
