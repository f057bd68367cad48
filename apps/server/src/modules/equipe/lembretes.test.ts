import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openMail } from '#platform/outside/mail.ts';
import type { Client } from '#testing/harness.ts';
import { identityApp } from '#testing/identity.ts';
import { lembretesHandler } from './lembretes.job.ts';

const { anEmpresa, aColleague, withTwoStep, sql, openPool, config, mailTo, messagesTo } = await identityApp();

type Person = Client & { userId: string; empresaId: string; email: string };

const demand = (person: Client) => person.put('/api/politica', { exige_duas_etapas: true });
const remind = (actor: Client, { userId }: { userId: string }) =>
  actor.post(`/api/equipe/${userId}/lembrete`);
const envioOf = async ({ userId }: Person) =>
  (await sql('select envio from lembretes where user_id = $1', [userId])).map(({ envio }) => envio);
/** Moves the request into the past. A negative interval moves it into the future. */
const pass = (interval: string, { userId }: Person) =>
  sql('update lembretes set pedido_em = pedido_em - $2::interval where user_id = $1', [userId, interval]);
const sent = (person: Person) => expect.poll(() => envioOf(person), { timeout: 60_000 }).toEqual(['enviado']);
const SUBJECT = /^Ligue a verificação/;

/** An empresa that demands two-step verification, with a membro who has none. */
async function aDemand() {
  const ana = await anEmpresa('Boreal Peças');
  const bruno = await aColleague(ana, 'Bruno Lima', 'vendas');
  await demand(ana);
  return { ana, bruno };
}

describe('a lembrete', () => {
  test('reaches the membro with the empresa, the time left and the way to the profile', async () => {
    const { ana, bruno } = await aDemand();
    const answer = await remind(ana, bruno);
    expect(answer.json()).toEqual({ situacao: 'enviado', lembrado_em: expect.any(String) });
    const { text } = await mailTo(bruno.email, SUBJECT);
    expect(text).toContain('Olá, Bruno Lima. A empresa Boreal Peças exige');
    expect(text).toMatch(/Você tem até \d\d\/\d\d\/\d{4}, \d\d:\d\d/);
    expect(text).toContain(`/perfil?empresa=${ana.empresaId}`);
    await sent(bruno);
    const itens: { user_id: string; lembrado_em: string | null }[] = (await ana.get('/api/equipe')).json()
      .itens;
    expect(itens.find(({ user_id }) => user_id === bruno.userId)?.lembrado_em).toBe(
      answer.json().lembrado_em,
    );
    const seen = (await bruno.get('/api/equipe')).json().itens;
    expect(seen.map((each: { lembrado_em: string | null }) => each.lembrado_em)).toEqual([null, null]);
  });

  test('is sent once a day to each person, also when sixteen people press at once', async () => {
    const { ana, bruno } = await aDemand();
    const answers = await Promise.all(Array.from({ length: 16 }, () => remind(ana, bruno)));
    expect(answers.filter((each) => each.json().situacao === 'enviado')).toHaveLength(1);
    const [{ lembrado_em }] = answers.map((each) => each.json());
    for (const each of answers) expect(each.json()).toMatchObject({ lembrado_em });
    await sent(bruno);
    await pass('-1 hour', bruno);
    expect((await remind(ana, bruno)).json()).toMatchObject({ situacao: 'ja_enviado' });
    expect(await messagesTo(bruno.email)).toHaveLength(1);
    await pass('25 hours', bruno);
    expect((await remind(ana, bruno)).json()).toMatchObject({ situacao: 'enviado' });
    await expect.poll(async () => (await messagesTo(bruno.email)).length, { timeout: 60_000 }).toBe(2);
  });

  test('says that the time is over after the day of grace', async () => {
    const { ana, bruno } = await aDemand();
    for (const table of ['politicas', 'membros'])
      await sql(`update ${table} set created_at = created_at - interval '2 days' where empresa_id = $1`, [
        ana.empresaId,
      ]);
    await remind(ana, bruno);
    expect((await mailTo(bruno.email, SUBJECT)).text).toContain('O prazo terminou.');
  });

  test('is refused when nothing is demanded of the person, who is not in another empresa', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    const off = await remind(ana, bruno);
    expect(off.statusCode).toBe(409);
    expect(off.json().mensagem).toMatch(/não exige/);
    await demand(ana);
    await withTwoStep(bruno);
    const has = await remind(ana, bruno);
    expect(has.statusCode).toBe(409);
    expect(has.json().mensagem).toMatch(/já usa/);
    for (const userId of [randomUUID(), (await anEmpresa()).userId])
      expect((await remind(ana, { userId })).statusCode).toBe(404);
    expect(await envioOf(bruno)).toEqual([]);
  });

  test('needs the right to manage the equipe, also in the database', async () => {
    const { ana, bruno } = await aDemand();
    expect((await remind(bruno, ana)).statusCode).toBe(403);
    const write = openPool(1).write(bruno, (tx) =>
      tx.query('insert into lembretes (empresa_id, user_id, pedido_por) values ($1, $2, $2)', [bruno.userId]),
    );
    await expect(write).rejects.toMatchObject({ code: 'PR403' });
  });
});

describe('the job that sends it', () => {
  const broken = () => {
    const mail = openMail({ url: 'smtp://127.0.0.1:1', from: 'Prumo <a@prumo.local>', allowPlain: false });
    return lembretesHandler({ db: openPool(1), mail, publicUrl: config.PUBLIC_URL });
  };
  const dataOf = ({ empresaId, userId }: Person) => ({ empresa_id: empresaId, user_id: userId }) as never;
  const record = ({ empresaId, userId }: Person) =>
    sql('insert into lembretes (empresa_id, user_id, pedido_por) values ($1, $2, $2)', [empresaId, userId]);

  test('fails while the mail server is away, and lets the person be reminded again when it gives up', async () => {
    const { ana, bruno } = await aDemand();
    await record(bruno);
    await expect(broken().run(dataOf(bruno))).rejects.toThrow();
    expect(await envioOf(bruno)).toEqual(['pendente']);
    await pass('-1 hour', bruno);
    expect((await remind(ana, bruno)).json().situacao).toBe('ja_enviado');
    await broken().giveUp?.(dataOf(bruno));
    expect(await envioOf(bruno)).toEqual(['devolvido']);
    expect((await remind(ana, bruno)).json().situacao).toBe('enviado');
  });

  test('a second run sends nothing, and neither does one for a person who has it meanwhile', async () => {
    const { ana, bruno } = await aDemand();
    await remind(ana, bruno);
    await sent(bruno);
    await broken().run(dataOf(bruno));
    await broken().giveUp?.(dataOf(bruno));
    expect(await envioOf(bruno)).toEqual(['enviado']);
    const caio = await aColleague(ana, 'Caio Mendes');
    await record(caio);
    await withTwoStep(caio);
    await broken().run(dataOf(caio));
    expect(await envioOf(caio)).toEqual(['pendente']);
  });
});
