import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { direitosNaExclusao, direitosOf, PAPEIS } from '@prumo/contract/papeis.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { systemAccess } from '#platform/db/system-access.ts';
import { openLog } from '#platform/log.ts';
import type { Client } from '#testing/harness.ts';
import { tenantTables } from '#testing/isolation/catalogue.ts';
import { aRichEmpresa } from '#testing/rich-empresa.ts';
import { testApp } from '#testing/test-app.ts';
import { exclusaoHandlers } from './exclusao.job.ts';

const prumo = await testApp();
const { anEmpresa, aColleague, sql, openPool, storage, config } = prumo;
const db = openPool(2);

const letters: { to: string; subject: string; text: string }[] = [];
const errors: string[] = [];
const partsOf = (database = db) => ({
  ...{ db: database, storage, publicUrl: config.PUBLIC_URL },
  mail: { send: async (letter: never) => void letters.push(letter), close: () => {} },
  log: openLog('warn', { write: (line) => void errors.push(line) }),
});
const [tell, deletion] = exclusaoHandlers(partsOf()) as [never, never] as unknown as [
  { run(data: object): Promise<void> },
  { run(data: object): Promise<void> },
];

type Person = Awaited<ReturnType<typeof anEmpresa>>;
const marca = (nome: string) => ({ nome, descricao: null, logo_url: null });
const request = (person: Person, nome = 'Ana Souza') =>
  person.post(`/api/empresas/${person.empresaId}/exclusao`, { nome });
const cancel = (person: Person) => person.delete(`/api/empresas/${person.empresaId}/exclusao`);
const sessionOf = async (person: Client) => (await person.get('/api/sessoes/atual')).json().sessao;
/** Moves the stored date instead of waiting for thirty days. */
const expire = ({ empresaId }: { empresaId: string }) =>
  sql("update exclusoes set vence_em = now() - interval '1 second' where empresa_id = $1", [empresaId]);

/** Returns every table of every schema that has a row with this empresa. */
async function tablesWith(empresaId: string): Promise<string[]> {
  const tables = await sql(
    `select a.attrelid::regclass::text as name, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname in ('empresa_id', 'group_id') and c.relkind in ('r', 'p') and not c.relispartition and not a.attisdropped`,
  );
  const left: string[] = [];
  for (const { name, column } of tables)
    if ((await sql(`select from ${name} where ${column}::text = $1 limit 1`, [empresaId])).length > 0)
      left.push(String(name));
  if ((await sql('select from empresas where id = $1', [empresaId])).length > 0) left.push('empresas');
  return left;
}
const objectsOf = async (empresaId: string) => {
  const root = (config.STORAGE as { root: string }).root;
  const all = await readdir(root, { recursive: true });
  return all.filter((path) => path.includes(empresaId) && path.endsWith('.webp'));
};

describe('a dono asks for the deletion', () => {
  test('only with the exact name and a fresh proof, and only a dono', async () => {
    const ana = await anEmpresa('Ana Souza');
    const bruno = await aColleague(ana);
    expect((await request(bruno as Person)).statusCode).toBe(403);
    const wrong = await request(ana, 'ana souza');
    expect([wrong.statusCode, wrong.json().campos.nome]).toEqual([422, expect.stringContaining('Ana Souza')]);
    await sql("update auth.sessions set confirmed_at = now() - interval '1 hour' where user_id = $1", [
      ana.userId,
    ]);
    expect((await request(ana)).json().codigo).toBe('confirm_identity');
    expect((await sessionOf(ana)).empresa.exclui_em).toBeNull();
  });

  test('the empresa has thirty days, in which everybody reads and nobody writes, also past the routes', async () => {
    const ana = await anEmpresa('Ana Souza');
    const bruno = await aColleague(ana);
    await ana.post('/api/marcas', marca('Bosch'));
    const { exclui_em } = (await request(ana)).json();
    const [row] = await sql(
      "select vence_em - pedida_em = interval '30 days' as grace from exclusoes where empresa_id = $1",
      [ana.empresaId],
    );
    expect(row).toEqual({ grace: true });
    for (const person of [ana, bruno]) {
      expect((await person.get('/api/marcas')).json().total).toBe(1);
      const refused = await person.post('/api/marcas', marca('NGK'));
      expect([refused.statusCode, refused.json().codigo]).toEqual([403, 'forbidden']);
      expect(refused.json().mensagem).toContain('será excluída');
    }
    const { empresa } = await sessionOf(bruno);
    expect(empresa.direitos).toEqual(['consultar', 'ver_custo', 'ver_atividade', 'atender_titulares']);
    expect(Date.parse(empresa.exclui_em)).toBe(Date.parse(exclui_em));
    const access = { sessionHash: ana.sessionHash, empresaId: ana.empresaId, userId: ana.userId };
    const insert = db.write(access, (tx) =>
      tx.query("insert into marcas (empresa_id, user_id, nome) values ($1, $2, 'NGK')", [tx.userId]),
    );
    await expect(insert).rejects.toMatchObject({ code: 'PR423' });
    const job = db.write(systemAccess(ana.empresaId), (tx) => tx.query('select $1::uuid'));
    await expect(job).rejects.toMatchObject({ code: 'PR423' });
    expect(
      await db.read(systemAccess(ana.empresaId), (tx) =>
        tx.query('select id from marcas where empresa_id = $1'),
      ),
    ).toHaveLength(1);
  });

  test('a dono cancels it, and the empresa works as before', async () => {
    const ana = await anEmpresa('Ana Souza');
    await request(ana);
    expect((await cancel(ana)).statusCode).toBe(204);
    expect((await cancel(ana)).statusCode).toBe(404);
    expect((await ana.post('/api/marcas', marca('NGK'))).statusCode).toBe(201);
    await deletion.run({});
    expect(await tablesWith(ana.empresaId)).toContain('marcas');
  });

  test('open invitations end, and every membro gets a letter', async () => {
    const ana = await anEmpresa('Ana Souza');
    const bruno = await aColleague(ana);
    await ana.post('/api/convites', {
      emails: [`${randomUUID()}@exemplo.com.br`],
      papel: 'vendas',
      ve_custo: false,
    });
    await request(ana);
    const [convite] = await sql('select revogado_em from convites where empresa_id = $1', [ana.empresaId]);
    expect(convite?.['revogado_em']).not.toBeNull();
    const jobs = await sql(
      "select data from pgboss.job where name = 'empresas.avisar-exclusao' and group_id = $1",
      [ana.empresaId],
    );
    expect(jobs.map(({ data }) => data.user_id).sort()).toEqual([ana.userId, bruno.userId].sort());
    letters.length = 0;
    await tell.run(jobs[0]?.['data'] as object);
    expect(letters[0]?.subject).toBe('A empresa Ana Souza será excluída do Prumo');
    expect(letters[0]?.text).toContain('não há volta');
  });
});

describe('after the thirty days', () => {
  test('[ASVS 14.2.7] nothing is left in tables, queues and store, and each person has an empresa', async () => {
    const nome = `canario-${randomUUID()}`;
    const rich = await aRichEmpresa(prumo, nome);
    const neighbour = await aRichEmpresa(prumo, `vizinha-${randomUUID()}`);
    const before = await sql('select count(*)::int as n from historico where empresa_id = $1', [
      neighbour.empresaId,
    ]);
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await rich.upload('/api/arquivos/logos', png);
    expect((await objectsOf(rich.empresaId)).length).toBeGreaterThan(1);
    const filled = await tablesWith(rich.empresaId);
    expect(
      (await tenantTables(sql)).filter((name) => name !== 'exclusoes' && !filled.includes(name)),
    ).toEqual([]);
    expect((await request(rich, nome)).statusCode).toBe(201);
    await expire(rich);
    expect((await cancel(rich)).statusCode).toBe(409);
    errors.length = 0;
    await deletion.run({});
    expect(errors).toEqual([]);
    expect(await tablesWith(rich.empresaId)).toEqual([]);
    expect(await objectsOf(rich.empresaId)).toEqual([]);
    const { empresa } = await sessionOf(rich);
    expect(empresa).toMatchObject({ nome, papel: 'dono', exclui_em: null });
    expect(empresa.id).not.toBe(rich.empresaId);
    // The tab of the deleted empresa learns that it is gone, and the next request reaches the new one.
    expect((await rich.get('/api/marcas')).json().codigo).toBe('not_a_membro');
    expect((await rich.get('/api/marcas')).json().total).toBe(0);
    expect(
      await sql('select count(*)::int as n from historico where empresa_id = $1', [neighbour.empresaId]),
    ).toEqual(before);
    expect((await objectsOf(neighbour.empresaId)).length).toBeGreaterThan(0);
  });

  test('a run that dies after any transaction is continued by the next', async () => {
    const nome = `canario-${randomUUID()}`;
    const rich = await aRichEmpresa(prumo, nome);
    await request(rich, nome);
    await expire(rich);
    let deaths = 0;
    for (let survived = 0; (await tablesWith(rich.empresaId)).length > 0; survived++) {
      let calls = 0;
      const dying: typeof db = {
        ...db,
        global: async (text, values) => {
          // The first call lists the empresas; each run lives for two further transactions.
          if (++calls > 3) throw new Error('killed');
          return db.global(text, values);
        },
      };
      const [, handler] = exclusaoHandlers(partsOf(dying) as never);
      await handler?.run({} as never).catch(() => deaths++);
      expect(survived).toBeLessThan(200);
    }
    expect(deaths).toBeGreaterThan(5);
    expect(await objectsOf(rich.empresaId)).toEqual([]);
  });
});

test('the database keeps the same rights in an empresa that waits for its deletion as the contract', async () => {
  for (const papel of PAPEIS) {
    const [row] = await sql('select direitos_na_exclusao(direitos_of($1, true)) as direitos', [papel]);
    const stated = new Set(String(row?.['direitos']).split(',').filter(Boolean));
    expect(stated).toEqual(new Set(['em_exclusao', ...direitosNaExclusao(direitosOf(papel, true))]));
  }
});
