import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import type { Harness } from '#testing/harness.ts';

/**
 * Tries to join twice by one convite, to answer a convite of another person by its id, and to leave an empresa without a
 * dono, past the checks of the routes.
 */
export async function membershipFindings(harness: Harness): Promise<string[]> {
  return [
    ...(await joinTwice(harness)),
    ...(await answerForAnother(harness)),
    ...(await leaveWithoutDono(harness)),
  ];
}

interface Invited {
  empresaId: string;
  userId: string;
  email: string;
}

/** Writes a convite of the first person's empresa for the address of the second. Returns its token and its id. */
async function invite(sql: Harness['sql'], ana: Omit<Invited, 'email'>, bruno: Pick<Invited, 'email'>) {
  const token = newToken('pre');
  const [row] = await sql(
    `with history as materialized (
       select set_config('app.lote', gen_random_uuid()::text, true), set_config('app.user_id', $2, true))
     insert into convites (empresa_id, user_id, email, papel, ve_custo, token_hash, envio, vence_em)
     select $1::uuid, $2::uuid, $3, 'vendas', false, $4, 'enviado', now() + interval '7 days' from history returning id`,
    [ana.empresaId, ana.userId, bruno.email, hashToken(token)],
  );
  return { token, id: String(row?.['id']) };
}

/** A person who learned the id of a convite for another address neither reads nor answers it. */
async function answerForAnother({ sql, anEmpresa, openPool }: Harness): Promise<string[]> {
  const [ana, bruno, carla] = [await anEmpresa(), await anEmpresa('Bruno Lima'), await anEmpresa('Carla')];
  const { id } = await invite(sql, ana, bruno);
  const findings: string[] = [];
  for (const stranger of [ana, carla])
    for (const answer of [
      await stranger.get(`/api/convites/recebidos/${id}`),
      await stranger.post('/api/convites/aceite', { id }),
      await stranger.post('/api/convites/recusa', { id }),
    ])
      if (answer.statusCode !== 404)
        findings.push(`a convite of another person is answered by its id: ${answer.statusCode}`);
  const db = openPool(1);
  const received = ({ sessionHash, empresaId, userId }: typeof ana) =>
    db.read({ sessionHash, empresaId, userId }, (tx) =>
      tx.query<{ id: string }>('select id from convites_of($2) where $1::uuid is not null', [sessionHash]),
    );
  for (const stranger of [ana, carla])
    if ((await received(stranger)).length > 0) findings.push('a person receives a convite of another one');
  if ((await received(bruno))[0]?.id !== id) findings.push('the invited person does not receive the convite');
  await db.close();
  return findings;
}

async function joinTwice({ sql, anEmpresa }: Harness): Promise<string[]> {
  const [ana, bruno] = [await anEmpresa(), await anEmpresa('Bruno Lima')];
  const { token } = await invite(sql, ana, bruno);
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
