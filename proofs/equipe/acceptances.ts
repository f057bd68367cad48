import { hashToken, newToken } from '../../apps/server/src/platform/secrets/tokens.ts';
import { aPerson, aSession, cookieOf } from '../../apps/server/src/testing/people.ts';
import { countOf, type Measure } from '../kit/figures.ts';
import type { Site } from './site.ts';

/** How many requests use one convite at the same moment. Half of them come from people who only have its link. */
const RACERS = 16;

/** Accepts one convite sixteen times at once, in each round. Exactly the invited person becomes a membro, once. */
export async function acceptances(site: Site, rounds: number): Promise<Measure[]> {
  const { admin } = site;
  const ana = await aPerson(admin, 'Ana Souza');
  const strangers = await Promise.all(Array.from({ length: RACERS / 2 }, () => aSignedIn(site)));
  const findings: string[] = [];
  const began = performance.now();
  for (let n = 0; n < rounds; n++) {
    const bruno = await aSignedIn(site);
    const token = await invite(site, ana, bruno.email);
    const racers = strangers.flatMap((stranger) => [bruno, stranger]);
    const answers = await Promise.all(
      racers.map(async ({ cookie }, racer) => {
        const { status } = await site.ask(racer, { cookie, path: '/api/convites/aceite', body: { token } });
        return status;
      }),
    );
    const wrong = answers.filter((status, racer) =>
      racers[racer] === bruno ? status !== 200 : status < 400,
    );
    const joined = await joinedBy(site, ana.empresaId, bruno.userId);
    if (wrong.length > 0 || joined !== '1 membership, 1 entry in the history, 0 strangers')
      findings.push(`round ${n}: answers ${answers}; ${joined}`);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  const size = `${rounds} rounds of ${RACERS} concurrent acceptances over ${site.ports.length} processes in ${seconds} s`;
  return [countOf('rounds in which one convite did not make exactly one membro', findings, size)];
}

async function aSignedIn({ admin }: Site) {
  const person = await aPerson(admin, 'Bruno Lima');
  return { ...person, cookie: cookieOf(await aSession(admin, person)) };
}

/** Inserts the convite, because the limits of the product allow an empresa fewer convites per day than the proof needs. */
async function invite({ admin }: Site, from: { empresaId: string; userId: string }, email: string) {
  const token = newToken('pre');
  await admin.query(
    `with history as materialized (
       select set_config('app.lote', gen_random_uuid()::text, true), set_config('app.user_id', $2, true))
     insert into convites (empresa_id, user_id, email, papel, ve_custo, token_hash, envio, vence_em)
     select $1::uuid, $2::uuid, $3, 'vendas', false, $4, 'enviado', now() + interval '7 days' from history`,
    [from.empresaId, from.userId, email, hashToken(token)],
  );
  return token;
}

async function joinedBy({ admin }: Site, empresaId: string, userId: string): Promise<string> {
  const { rows } = await admin.query<{ members: string; entries: string; strangers: string }>(
    `select
       (select count(*) from membros where empresa_id = $1 and user_id = $2 and saiu_em is null) as members,
       (select count(*) from historico where empresa_id = $1 and tabela = 'membros' and registro_id = $2) as entries,
       (select count(*) from membros m where m.empresa_id = $1 and m.papel <> 'dono' and m.saiu_em is null
          and not exists (select from convites c where c.empresa_id = $1 and c.aceito_por = m.user_id)) as strangers`,
    [empresaId, userId],
  );
  const { members, entries, strangers } = rows[0] ?? {};
  return `${members} membership, ${entries} entry in the history, ${strangers} strangers`;
}
