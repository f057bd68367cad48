import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import type { Harness } from '#testing/harness.ts';

/** Tries to join twice by one convite, and to leave an empresa without a dono, past the checks of the routes. */
export async function membershipFindings(harness: Harness): Promise<string[]> {
  return [...(await joinTwice(harness)), ...(await leaveWithoutDono(harness))];
}

async function joinTwice({ sql, anEmpresa }: Harness): Promise<string[]> {
  const [ana, bruno] = [await anEmpresa(), await anEmpresa('Bruno Lima')];
  const token = newToken('pre');
  await sql(
    `with history as materialized (
       select set_config('app.lote', gen_random_uuid()::text, true), set_config('app.user_id', $2, true))
     insert into convites (empresa_id, user_id, email, papel, ve_custo, token_hash, envio, vence_em)
     select $1::uuid, $2::uuid, $3, 'vendas', false, $4, 'enviado', now() + interval '7 days' from history`,
    [ana.empresaId, ana.userId, bruno.email, hashToken(token)],
  );
  const accept = async () => (await bruno.post('/api/convites/aceite', { token })).statusCode;
  const findings: string[] = [];
  const first = await accept();
  if (first !== 200) findings.push(`the invited person does not join: ${first}`);
  await sql('update membros set saiu_em = now() where empresa_id = $1 and user_id = $2', [
    ...[ana.empresaId, bruno.userId],
  ]);
  const second = await accept();
  if (second < 400) findings.push(`a removed person joins again by the same convite: ${second}`);
  return findings;
}

async function leaveWithoutDono({ anEmpresa, openPool }: Harness): Promise<string[]> {
  const { sessionHash, empresaId, userId } = await anEmpresa();
  const db = openPool(1);
  const code = await db
    .write({ sessionHash, empresaId, userId }, (tx) =>
      tx.query('update membros set saiu_em = now() where empresa_id = $1 and user_id = $2', [userId]),
    )
    .then(
      () => 'written',
      (error: Error & { code?: string }) => error.code,
    );
  await db.close();
  return code === '23P01' ? [] : [`the last dono leaves: ${code}`];
}
