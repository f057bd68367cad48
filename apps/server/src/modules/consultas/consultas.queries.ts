import type { TenantDb } from '#platform/tenant-db.ts';

/** What was found out about a number, or (`resposta` null) that there is no such number. */
export interface Remembered {
  resposta: object | null;
  fonte: string | null;
  consultado_em: string;
}

export type Tipo = 'cep' | 'cnpj';

/** Public facts belong to no empresa, so these statements carry none; the policy asks only that there is one. */
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
    // A few at a time, more than come in; those another writer is at are left to it.
    tx.raw(
      `delete from consultas.respostas where (tipo, numero) in (
         select tipo, numero from consultas.respostas where vence_em < now()
         order by vence_em limit 20 for update skip locked)`,
    ),
  ]);
}
