import {
  ANOS_DE_HISTORICO,
  ANOS_PADRAO,
  DIAS_ATE_ENCURTAR,
  type Retencao,
} from '@prumo/contract/retencao.ts';
import { expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, sql } = await testApp();
type Ana = Awaited<ReturnType<typeof anEmpresa>>;

const read = async (person: Client): Promise<Retencao> => (await person.get('/api/retencao')).json();
async function choose(person: Client, historico_anos: number): Promise<Retencao> {
  const answer = await person.put('/api/retencao', { historico_anos });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
/** Moves the choices into the past, instead of waiting. */
const pass = ({ empresaId }: Ana, days: number) =>
  sql('update retencoes set created_at = created_at - make_interval(days => $2) where empresa_id = $1', [
    ...[empresaId, days],
  ]);
const DAY_MS = 86_400_000;

test('an empresa keeps its history for five years until a person of it chooses', async () => {
  const ana = await anEmpresa();
  expect(await read(ana)).toMatchObject({
    ...{ historico_anos: ANOS_PADRAO, vigente_anos: ANOS_PADRAO, vale_em: null },
    ...{ alterada_em: null, alterada_por: null },
  });
});

test('a shorter choice counts after 30 days, and a longer one at once', async () => {
  const ana = await anEmpresa('Ana Souza');
  const chosen = await choose(ana, 1);
  expect(chosen).toMatchObject({ historico_anos: 1, vigente_anos: 5, alterada_por: 'Ana Souza' });
  const days = (Date.parse(String(chosen.vale_em)) - Date.parse(String(chosen.alterada_em))) / DAY_MS;
  expect(days).toBe(DIAS_ATE_ENCURTAR);
  await pass(ana, DIAS_ATE_ENCURTAR - 1);
  expect(await read(ana)).toMatchObject({ vigente_anos: 5 });
  await pass(ana, 1);
  expect(await read(ana)).toMatchObject({ vigente_anos: 1, vale_em: null });
  expect(await choose(ana, 10)).toMatchObject({ historico_anos: 10, vigente_anos: 10, vale_em: null });
});

test('a choice that is taken back within the 30 days removes nothing', async () => {
  const ana = await anEmpresa();
  await choose(ana, 1);
  await pass(ana, DIAS_ATE_ENCURTAR - 1);
  await choose(ana, 5);
  await pass(ana, 1);
  expect(await read(ana)).toMatchObject({ historico_anos: 5, vigente_anos: 5 });
  await pass(ana, DIAS_ATE_ENCURTAR);
  expect(await read(ana)).toMatchObject({ historico_anos: 5, vigente_anos: 5 });
});

test('a term counts on the day that the screen names, also after two shorter choices', async () => {
  const ana = await anEmpresa();
  const first = await choose(ana, 1);
  await pass(ana, DIAS_ATE_ENCURTAR - 1);
  const daysTo = (at: string | null | undefined) =>
    Math.round((Date.parse(String(at)) - Date.now()) / DAY_MS);
  // Two years are more than the one that counts tomorrow, so they do not wait for another month.
  expect(daysTo((await read(ana)).opcoes.find(({ anos }) => anos === 2)?.vale_em)).toBe(1);
  const second = await choose(ana, 2);
  expect(second).toMatchObject({ historico_anos: 2, vigente_anos: 5 });
  expect(daysTo(second.vale_em)).toBe(1);
  expect(daysTo(first.vale_em)).toBe(DIAS_ATE_ENCURTAR);
  // One year would be shorter than the present choice, so it waits anew.
  expect(daysTo(second.opcoes.find(({ anos }) => anos === 1)?.vale_em)).toBe(DIAS_ATE_ENCURTAR);
  await pass(ana, 1);
  expect(await read(ana)).toMatchObject({ vigente_anos: 2, vale_em: null });
});

test('each option says from when it counts and how many changes it removes', async () => {
  const ana = await anEmpresa();
  for (const age of ['3 years', '18 months', '1 hour'])
    await sql(
      `insert into historico (empresa_id, id, lote, tabela, registro_id, operacao, depois, user_id)
       select $1, uuidv7(-$2::interval), l, 'marcas', l, 'I', '{}', $3 from gen_random_uuid() l`,
      [ana.empresaId, age, ana.userId],
    );
  const { opcoes } = await read(ana);
  expect(opcoes.map(({ anos, alteracoes }) => [anos, alteracoes])).toEqual([
    [1, 2],
    [2, 1],
    [5, 0],
    [10, 0],
  ]);
  expect(opcoes.map(({ vale_em }) => vale_em !== null)).toEqual([true, true, false, false]);
  for (const { anos, guarda_desde, vale_em } of opcoes) {
    const [row] = await sql(
      `select $1::timestamptz = date_trunc('month', coalesce($2::timestamptz, now()) - make_interval(years => $3), 'UTC') as same`,
      [guarda_desde, vale_em, anos],
    );
    expect(row).toEqual({ same: true });
  }
});

test('only a dono and an administrador choose, with a fresh proof of identity', async () => {
  const ana = await anEmpresa();
  for (const papel of ['estoque', 'vendas', 'consulta'] as const) {
    const other = await aColleague(ana, 'Bruno Lima', papel);
    expect((await other.get('/api/retencao')).statusCode).toBe(403);
    expect((await other.put('/api/retencao', { historico_anos: 1 })).statusCode).toBe(403);
  }
  const caio = await aColleague(ana, 'Caio', 'administrador');
  expect(await choose(caio, 2)).toMatchObject({ alterada_por: 'Caio' });
  await sql("update auth.sessions set confirmed_at = now() - interval '11 minutes' where user_id = $1", [
    ana.userId,
  ]);
  const refused = await ana.put('/api/retencao', { historico_anos: 1 });
  expect(refused.json().codigo).toBe('confirm_identity');
});

test('a choice is a line of the atividades, and the same choice again is none', async () => {
  const ana = await anEmpresa();
  await choose(ana, 1);
  await choose(ana, 1);
  await choose(ana, 10);
  const { itens } = (await ana.get('/api/atividades?tipo=retencao_alterada')).json();
  expect(
    itens.map(({ palavras }: { palavras: Record<string, string> }) => [
      palavras['anos_antes'],
      palavras['anos'],
    ]),
  ).toEqual([
    ['1 ano', '10 anos'],
    ['5 anos', '1 ano'],
  ]);
});

test('only the offered numbers of years are stored', async () => {
  const ana = await anEmpresa();
  for (const historico_anos of [0, 3, 100, null, '1'])
    expect((await ana.put('/api/retencao', { historico_anos })).statusCode, String(historico_anos)).toBe(422);
  const [row] = await sql(
    `select pg_get_constraintdef(oid) as def from pg_constraint where conname = 'retencoes_historico_anos_check'`,
  );
  expect(String(row?.['def']).match(/\d+/g)?.map(Number)).toEqual([...ANOS_DE_HISTORICO]);
});
