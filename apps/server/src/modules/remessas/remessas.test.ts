import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkStock } from '#modules/movimentos/check.queries.ts';
import type { Client } from '#testing/harness.ts';
import { aDeposito, formOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';
import { aShop, inEmpresa, remessa, type Shop } from '#testing/two-empresas.ts';

const { anEmpresa, aColleague, sql, admin, openPool } = await testApp();

const send = (person: Client, body: object) => person.post('/api/minhas-empresas/remessas', body);

/** A person with two shops that sell the same part: Aurora has 10 units of it, and Boreal 4. */
async function twoShops() {
  const ana = await anEmpresa();
  const aurora = await aShop(ana, { nome: 'Aurora', sku: 'A-1', quantidade: '10' });
  const boreal = await aShop(ana, { nome: 'Boreal', sku: 'B-1', quantidade: '4' });
  const saldos = async () => [
    Object.values(await aurora.stock()).join(),
    Object.values(await boreal.stock()).join(),
  ];
  return { ana, aurora, boreal, saldos };
}
const linesOf = async (chave: string) =>
  sql('select tipo, delta, motivo, origem, lote from movimentos_estoque where chave = $1 order by delta', [
    chave,
  ]);
/** Both directions, because a transaction enters the empresa with the lower id first. */
const bothWays = ({ aurora, boreal }: { aurora: Shop; boreal: Shop }) =>
  [
    [aurora, boreal],
    [boreal, aurora],
  ] as const;

describe('a remessa', () => {
  test('is a saida in one ledger and an entrada in the other, with one key and one lote', async () => {
    const { ana, aurora, boreal, saldos } = await twoShops();
    const body = remessa(aurora, boreal, { quantidade: '2.5' });
    const answer = await send(ana, body);
    expect(answer.statusCode, answer.body).toBe(201);
    const { lote, saida, entrada } = answer.json();
    expect(saida).toMatchObject({
      tipo: 'saida',
      delta: '-2.50',
      saldo: '7.50',
      deposito_nome: 'Depósito da Aurora',
    });
    expect(entrada).toMatchObject({ tipo: 'entrada', delta: '2.50', saldo: '6.50', quem: 'Ana Souza' });
    expect(await linesOf(body.id)).toEqual([
      { tipo: 'saida', delta: '-2.50', motivo: 'Transferência para Boreal', origem: 'remessa', lote },
      { tipo: 'entrada', delta: '2.50', motivo: 'Transferência de Aurora', origem: 'remessa', lote },
    ]);
    expect((await send(ana, remessa(boreal, aurora))).statusCode).toBe(201);
    expect(await saldos()).toEqual(['8.50', '5.50']);
    const client = await admin.connect();
    for (const { name, wrong } of await checkStock(client)) expect([name, wrong]).toEqual([name, 0]);
    client.release();
  });

  test('enters a deposito in which the produto has not been', async () => {
    const { ana, aurora, boreal } = await twoShops();
    const filial = await aDeposito(boreal.tab, 'Filial');
    expect((await send(ana, remessa(aurora, boreal, { para_deposito_id: filial }))).statusCode).toBe(201);
    expect(await boreal.stock()).toEqual({ [boreal.deposito]: '4.00', [filial]: '1.00' });
  });

  test('a repetition has the same answer, also after the produto got another SKU', async () => {
    const { ana, aurora, boreal, saldos } = await twoShops();
    const body = remessa(aurora, boreal);
    const first = (await send(ana, body)).json();
    const form = formOf((await boreal.tab.get(`/api/produtos/${boreal.produto}`)).json());
    const renamed = await boreal.tab.put(`/api/produtos/${boreal.produto}`, { ...form, sku: 'B-2' });
    expect(renamed.statusCode, renamed.body).toBe(200);
    expect((await send(ana, body)).json()).toEqual(first);
    expect(await saldos()).toEqual(['9.00', '5.00']);
  });

  test('a repetition with other content is refused', async () => {
    const { ana, aurora, boreal, saldos } = await twoShops();
    const body = remessa(aurora, boreal);
    await send(ana, body);
    for (const changed of [
      { quantidade: '2' },
      { de_produto_id: randomUUID() },
      { para_deposito_id: randomUUID() },
    ])
      expect((await send(ana, { ...body, ...changed })).statusCode).toBe(422);
    expect((await send(ana, remessa(boreal, aurora, { id: body.id }))).statusCode).toBe(422);
    const manual = {
      ...{
        id: randomUUID(),
        tipo: 'saida',
        quantidade: '1',
        destino_id: null,
        saldo_lido: null,
        motivo: null,
      },
    };
    await boreal.tab.post('/api/movimentos', {
      ...manual,
      produto_id: boreal.produto,
      deposito_id: boreal.deposito,
    });
    expect((await send(ana, { ...body, id: manual.id })).statusCode).toBe(422);
    expect(await saldos()).toEqual(['9.00', '4.00']);
  });

  test('sixteen requests with one key at once move the stock once', async () => {
    const { ana, aurora, boreal, saldos } = await twoShops();
    const body = remessa(aurora, boreal, { quantidade: '3' });
    const answers = await Promise.all(Array.from({ length: 16 }, () => send(ana, body)));
    for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
    expect(answers[0]?.statusCode).toBe(201);
    expect(await saldos()).toEqual(['7.00', '7.00']);
  });

  test('remessas in both directions at once wait for no circle, and no unit is lost', async () => {
    const { ana, aurora, boreal, saldos } = await twoShops();
    const deadlocks = async () =>
      Number(
        (await sql('select deadlocks from pg_stat_database where datname = current_database()'))[0]?.[
          'deadlocks'
        ],
      );
    const before = await deadlocks();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const [de, para] = n % 2 === 0 ? [aurora, boreal] : [boreal, aurora];
        return send(ana, remessa(de, para));
      }),
    );
    const codes = answers.map(({ statusCode }) => statusCode);
    for (const code of codes) expect([201, 422]).toContain(code);
    const [left = '', right = ''] = await saldos();
    expect(Number(left) + Number(right)).toBe(14);
    expect(await deadlocks()).toBe(before);
  });

  test('is not undone in one of the two empresas', async () => {
    const { ana, aurora, boreal, saldos } = await twoShops();
    const { lote } = (await send(ana, remessa(aurora, boreal))).json();
    for (const { tab } of [aurora, boreal]) {
      const refused = await tab.post(`/api/historico/${lote}/desfazer`);
      expect(refused.statusCode).toBe(409);
      expect(refused.json().mensagem).toMatch(/entre empresas.*Transfira a quantidade de volta/);
    }
    expect(await saldos()).toEqual(['9.00', '5.00']);
  });
});

describe('a refusal changes neither ledger', () => {
  test.each([
    ['too little stock', { quantidade: '11' }, 'quantidade', /tem só 10|10/],
    [
      'a SKU that the other empresa does not have',
      { para_sku: 'X-9' },
      'para_sku',
      /SKU X-9.*cadastre o produto/,
    ],
    ['an unknown deposito of origin', { de_deposito_id: randomUUID() }, 'de_deposito_id', /depósito/i],
    [
      'an unknown deposito of destination',
      { para_deposito_id: randomUUID() },
      'para_deposito_id',
      /depósito/i,
    ],
    ['no quantity', { quantidade: '0' }, 'quantidade', /maior que 0/],
  ])('%s', async (_, values, field, sentence) => {
    const { ana, aurora, boreal, saldos } = await twoShops();
    const refused = await send(ana, remessa(aurora, boreal, values));
    expect(refused.statusCode, refused.body).toBe(422);
    expect(refused.json().campos[field]).toMatch(sentence);
    expect(await saldos()).toEqual(['10.00', '4.00']);
  });

  test('too little stock is refused in both directions, and a repetition stays refused after a delivery', async () => {
    const shops = await twoShops();
    const { ana, saldos } = shops;
    for (const [de, para] of bothWays(shops)) {
      const body = remessa(de, para, { quantidade: '11' });
      const refused = await send(ana, body);
      expect(refused.statusCode).toBe(422);
      const entrada = { tipo: 'entrada', quantidade: '90', destino_id: null, saldo_lido: null, motivo: null };
      await de.tab.post('/api/movimentos', {
        ...entrada,
        id: randomUUID(),
        produto_id: de.produto,
        deposito_id: de.deposito,
      });
      expect((await send(ana, body)).json()).toMatchObject({ mensagem: refused.json().mensagem });
    }
    expect(await saldos()).toEqual(['100.00', '94.00']);
  });

  test('an inactive deposito receives nothing', async () => {
    const shops = await twoShops();
    const { ana, saldos } = shops;
    for (const [de, para] of bothWays(shops)) {
      const inactive = await aDeposito(para.tab, 'Fechado', false);
      const refused = await send(ana, remessa(de, para, { para_deposito_id: inactive }));
      expect(refused.json().campos).toHaveProperty('para_deposito_id');
    }
    expect(await saldos()).toEqual(['10.00', '4.00']);
  });

  test('the same empresa on both sides', async () => {
    const { ana, aurora } = await twoShops();
    const refused = await send(ana, remessa(aurora, aurora));
    expect(refused.json().campos.para_empresa_id).toMatch(/Movimentar estoque/);
  });
});

describe('a failure at any step leaves both ledgers as they were', () => {
  /** The statement of a remessa that fails, as the table on which a planted trigger raises. */
  const POINTS = [
    ['the movimento of the empresa that sends', 'saida', 'before insert on movimentos_estoque', ''],
    ['the movimento of the empresa that receives', 'entrada', 'before insert on movimentos_estoque', ''],
    ['the sum of the empresa that sends', 'saida', 'before update of estoque_inicial on produtos', ''],
    ['the sum of the empresa that receives', 'entrada', 'before update of estoque_inicial on produtos', ''],
    ['the commit', 'entrada', 'after insert on movimentos_estoque', 'deferrable initially deferred'],
  ] as const;

  test.each(POINTS)('%s', async (_, side, when, deferred) => {
    const shops = await twoShops();
    const { ana, saldos } = shops;
    await sql(`create function planted() returns trigger language plpgsql as $$ begin
      if new.empresa_id::text = tg_argv[0] then raise exception 'planted'; end if; return new; end $$`);
    for (const [de, para] of bothWays(shops)) {
      const failing = side === 'saida' ? de : para;
      const table = when.split(' ').at(-1);
      await sql(
        `create ${deferred && 'constraint'} trigger planted ${when} ${deferred} for each row execute function planted('${failing.id}')`,
      );
      const body = remessa(de, para);
      expect((await send(ana, body)).statusCode).toBe(500);
      expect(await linesOf(body.id)).toEqual([]);
      expect(await saldos()).toEqual(['10.00', '4.00']);
      await sql(`drop trigger planted on ${table}`);
      expect((await send(ana, body)).statusCode).toBe(201);
      expect((await send(ana, remessa(para, de))).statusCode).toBe(201);
    }
    await sql('drop function planted()');
  });
});

describe('the rights of both sides', () => {
  const setPapel = ({ id }: Shop, { userId }: { userId: string }, papel: string) =>
    sql(
      'insert into membros (empresa_id, user_id, papel) values ($1, $2, $3) on conflict (empresa_id, user_id) do update set papel = $3, saiu_em = null',
      [...[id, userId, papel]],
    );

  test.each([
    ['estoque', 'estoque', 201],
    ['vendas', 'estoque', 403],
    ['estoque', 'consulta', 403],
    ['dono', 'vendas', 403],
  ])('a %s of the sender who is %s of the receiver gets %i', async (here, there, expected) => {
    const { aurora, boreal, saldos } = await twoShops();
    const caio = await aColleague({ empresaId: aurora.id }, 'Caio Mendes', here as 'dono');
    await setPapel(boreal, caio, there);
    expect((await send(caio, remessa(aurora, boreal))).statusCode).toBe(expected);
    expect(await saldos()).toEqual(expected === 201 ? ['9.00', '5.00'] : ['10.00', '4.00']);
  });

  test('a person who left one side, or never belonged to it, moves nothing', async () => {
    const shops = await twoShops();
    const { aurora, boreal, saldos } = shops;
    const caio = await aColleague({ empresaId: aurora.id }, 'Caio Mendes', 'estoque');
    for (const [de, para] of bothWays(shops)) {
      const refused = await send(caio, remessa(de, para));
      expect(refused.statusCode).toBe(403);
      expect(refused.json().codigo).toBe('not_a_membro');
    }
    await setPapel(boreal, caio, 'estoque');
    expect((await send(caio, remessa(aurora, boreal))).statusCode).toBe(201);
    await sql('update membros set saiu_em = now() where empresa_id = $1 and user_id = $2', [
      boreal.id,
      caio.userId,
    ]);
    expect((await send(caio, remessa(aurora, boreal))).statusCode).toBe(403);
    expect(await saldos()).toEqual(['9.00', '5.00']);
  });

  test('the database checks the second door, whatever the server remembers', async () => {
    const { ana, aurora, boreal } = await twoShops();
    const db = openPool(2);
    const caio = await aColleague({ empresaId: aurora.id }, 'Caio Mendes', 'estoque');
    await setPapel(boreal, caio, 'vendas');
    const [first, second] = aurora.id < boreal.id ? [aurora, boreal] : [boreal, aurora];
    const accessTo = (person: { sessionHash: string; userId: string }, empresaId: string) => ({
      ...{ sessionHash: person.sessionHash, userId: person.userId, empresaId },
      right: 'movimentar_estoque' as const,
    });
    const cross = (person: { sessionHash: string; userId: string }) =>
      db.writeBoth([accessTo(person, first.id), accessTo(person, second.id)], {
        inFirst: (tx) => tx.query('select from produtos where empresa_id = $1'),
        inSecond: async (tx) => (await tx.query('select from produtos where empresa_id = $1')).length,
      });
    await expect(cross(caio)).rejects.toMatchObject({ code: 'PR403' });
    expect(await cross(ana)).toBe(1);
    const bia = await aColleague({ empresaId: second.id }, 'Bia', 'dono');
    const raw = db.write(accessTo(ana, first.id), async (tx) => {
      await tx.raw('select cross_session($1, $2, $3, $4, $5)', [
        ...[bia.sessionHash, first.id, second.id, tx.lote, 'consultar'],
      ]);
    });
    await expect(raw).rejects.toMatchObject({ code: 'PR500' });
  });

  test('a transaction crosses once, from its own empresa, under its own lote', async () => {
    const { ana, aurora, boreal } = await twoShops();
    const db = openPool(1);
    const crossing = (from: string, to: string, lote: (own: string) => string, times = 1) =>
      db.write({ ...ana, empresaId: aurora.id }, async (tx) => {
        for (let n = 0; n < times; n++)
          await tx.raw('select cross_session($1, $2, $3, $4, null)', [
            ...[ana.sessionHash, n % 2 ? to : from, n % 2 ? from : to, lote(tx.lote)],
          ]);
      });
    const own = (lote: string) => lote;
    await crossing(aurora.id, boreal.id, own);
    for (const refused of [
      crossing(aurora.id, boreal.id, own, 2),
      crossing(boreal.id, aurora.id, own),
      crossing(aurora.id, aurora.id, own),
      crossing(aurora.id, boreal.id, () => randomUUID()),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'PR500' });
  });

  test('a statement of the first empresa does not run in the second one', async () => {
    const { ana, aurora, boreal } = await twoShops();
    const [first, second] = aurora.id < boreal.id ? [aurora, boreal] : [boreal, aurora];
    const db = openPool(1);
    const late = db.writeBoth(
      [
        { ...ana, empresaId: first.id },
        { ...ana, empresaId: second.id },
      ],
      {
        inFirst: async (tx) => tx,
        inSecond: (_, tx) => tx.query('select from produtos where empresa_id = $1'),
      },
    );
    await expect(late).rejects.toThrow('transaction that has ended');
    const turned = db.writeBoth(
      [
        { ...ana, empresaId: second.id },
        { ...ana, empresaId: first.id },
      ],
      {
        inFirst: async () => null,
        inSecond: async () => null,
      },
    );
    await expect(turned).rejects.toThrow('out of order');
  });

  test('the empresa of the tab does not matter', async () => {
    const { ana, aurora, boreal, saldos } = await twoShops();
    const third = inEmpresa(ana, ana.empresaId);
    expect((await send(third, remessa(aurora, boreal))).statusCode).toBe(201);
    expect(await saldos()).toEqual(['9.00', '5.00']);
  });
});
