import { randomUUID } from 'node:crypto';
import type { Inicio, Pendencia } from '@prumo/contract/inicio.ts';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { aSincronia, CAUSAS, cutConta } from '#testing/pendencias.ts';
import { aDeposito, aProduto, movimento } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';
import { FONTES } from './fontes/fontes.ts';

const { anEmpresa, aColleague, withTwoStep, sql } = await testApp();

type Ana = Awaited<ReturnType<typeof anEmpresa>>;

async function inicioOf(client: Client): Promise<Inicio> {
  const answer = await client.get('/api/inicio');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const pendenciasOf = async (client: Client) => (await inicioOf(client)).pendencias;
const fontesOf = async (client: Client) => (await pendenciasOf(client)).map(({ fonte }) => fonte);

async function pendenciaOf(client: Client, fonte: string): Promise<Pendencia> {
  const found = (await pendenciasOf(client)).find((each) => each.fonte === fonte);
  if (!found) throw new Error(`no pendencia of ${fonte}`);
  return found;
}

/** Writes rows as a job of the empresa does: the history wants to know who and in which lote. */
const written = (text: string, values: unknown[]) =>
  sql(
    `with door as materialized (select set_config('app.lote', gen_random_uuid()::text, true),
       set_config('app.user_id', '00000000-0000-0000-0000-000000000000', true))
     ${text}`,
    values,
  );

async function aConvite(ana: Ana): Promise<string> {
  const answer = await ana.post('/api/convites', {
    ...{ emails: [`caio-${randomUUID()}@exemplo.com.br`], papel: 'vendas', ve_custo: false },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().itens[0].convite.id;
}

describe('what waits for a person', () => {
  test('every source has a planted cause here', () => {
    expect(Object.keys(CAUSAS).sort()).toEqual(FONTES.map(({ nome }) => nome).sort());
  });

  test.each(Object.entries(CAUSAS))('%s appears with its cause and closes with it', async (fonte, plant) => {
    const ana = await anEmpresa();
    expect(await fontesOf(ana)).toEqual([]);
    const end = await plant(sql, ana);
    const pendencia = await pendenciaOf(ana, fonte);
    expect(pendencia.numero).toBe(1);
    expect(pendencia.acao.texto).not.toBe('');
    await end();
    expect(await fontesOf(ana)).not.toContain(fonte);
  });

  test('an anuncio that shows more than its mode allows, or since a moment, or in a conta that is cut, is not told', async () => {
    const ana = await anEmpresa();
    await CAUSAS['anuncios_a_mais']?.(sql, ana);
    const seen = async () => (await fontesOf(ana)).includes('anuncios_a_mais');
    const set = (text: string) => sql(`update anuncios set ${text} where empresa_id = $1`, [ana.empresaId]);
    expect(await seen()).toBe(true);
    const stock = (units: number) =>
      written('update produtos set estoque_inicial = $2::numeric from door where empresa_id = $1', [
        ana.empresaId,
        units,
      ]);
    await stock(60);
    expect(await seen()).toBe(false);
    await stock(59);
    expect(await seen()).toBe(true);
    await set("diferenca_desde = now() - interval '9 minutes'");
    expect(await seen()).toBe(false);
    await set("diferenca_desde = now() - interval '11 minutes'");
    expect(await seen()).toBe(true);
    const [conta] = await sql('select id from mercado_livre_config where empresa_id = $1', [ana.empresaId]);
    await cutConta(sql, ana, String(conta?.['id']));
    expect(await seen()).toBe(false);
  });

  test('another empresa never sees it', async () => {
    const [ana, bruno] = [await anEmpresa(), await anEmpresa('Bruno')];
    for (const plant of Object.values(CAUSAS)) await plant(sql, ana);
    expect((await fontesOf(ana)).sort()).toEqual(Object.keys(CAUSAS).sort());
    expect(await pendenciasOf(bruno)).toEqual([]);
  });

  test('each papel sees what it has the right to end', async () => {
    const ana = await anEmpresa();
    for (const [fonte, plant] of Object.entries(CAUSAS)) if (fonte !== 'duas_etapas') await plant(sql, ana);
    const seen = async (papel: 'administrador' | 'estoque' | 'vendas' | 'consulta') =>
      (await fontesOf(await aColleague(ana, 'Caio', papel))).sort();
    expect(await seen('consulta')).toEqual([]);
    expect(await seen('vendas')).toEqual([]);
    expect(await seen('estoque')).toEqual(['estoque_baixo', 'estoque_zerado', 'pedidos_sem_nota']);
    // A bulk change waits for the person who asked for it, as two steps do, and a convite for the one it is for.
    const ofDono = [
      'convites_recebidos',
      'duas_etapas',
      'exportacao_falhou',
      'lote_falhou',
      'restauracao_falhou',
    ];
    expect(await seen('administrador')).toEqual(
      Object.keys(CAUSAS)
        .filter((fonte) => !ofDono.includes(fonte))
        .sort(),
    );
  });

  test('the demand of two steps waits for the person whom it concerns, with a deadline', async () => {
    const ana = await anEmpresa();
    const caio = await aColleague(ana, 'Caio', 'vendas');
    await withTwoStep(ana);
    await ana.put('/api/politica', { exige_duas_etapas: true });
    expect(await fontesOf(ana)).toEqual([]);
    const { prazo } = await pendenciaOf(caio, 'duas_etapas');
    expect(prazo?.tipo).toBe('ate');
    expect(Date.parse(prazo?.em ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
  });

  test('a convite of another empresa waits for the person whose confirmed address it is for', async () => {
    const [ana, bruno] = [await anEmpresa('Ana Souza'), await anEmpresa('Bruno')];
    const answer = await ana.post('/api/convites', {
      emails: [bruno.email],
      papel: 'vendas',
      ve_custo: false,
    });
    const { id, vence_em } = answer.json().itens[0].convite;
    // Nobody waits for a convite whose e-mail has no link yet.
    expect(await fontesOf(bruno)).toEqual([]);
    await written(`update convites set token_hash = $1, envio = 'enviado' from door where id = $1::uuid`, [
      id,
    ]);
    expect(await pendenciaOf(bruno, 'convites_recebidos')).toMatchObject({
      detalhe: 'Ana Souza convidou você para Ana Souza.',
      prazo: { tipo: 'ate', em: vence_em },
      acao: { tela: 'convite', id },
    });
    expect(await fontesOf(ana)).toEqual([]);
    await sql('update auth.users set email_verified = false where id = $1', [bruno.userId]);
    expect(await fontesOf(bruno)).toEqual([]);
    await sql('update auth.users set email_verified = true where id = $1', [bruno.userId]);
    expect((await bruno.post('/api/convites/recusa', { id })).statusCode).toBe(204);
    expect(await fontesOf(bruno)).toEqual([]);
  });

  test('a titular whose deadline is far waits for nobody yet', async () => {
    const ana = await anEmpresa();
    const recebido_em = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    await ana.post('/api/titulares/pedidos', {
      ...{ tipo: 'acesso', nome: 'Maria', contato: 'maria@exemplo.com.br', recebido_em },
    });
    expect(await fontesOf(ana)).toEqual([]);
  });
});

describe('the stock', () => {
  test('counts each saldo once, and shows its value only with the right', async () => {
    const ana = await anEmpresa();
    const [matriz, filial] = [await aDeposito(ana), await aDeposito(ana, 'Filial')];
    await aProduto(ana, { stock: { [matriz]: '0', [filial]: '9.99' } });
    const { id } = await aProduto(ana, { stock: { [matriz]: '10' } });
    const { estoque } = await inicioOf(ana);
    expect(estoque).toEqual({ produtos: 2, normal: 1, baixo: 1, zerado: 1, valor_estoque: '199.90' });
    await ana.post('/api/movimentos', movimento({ produto_id: id, deposito_id: matriz, tipo: 'saida' }));
    expect((await inicioOf(ana)).estoque).toMatchObject({ normal: 0, baixo: 2, zerado: 1 });
    const vendas = await aColleague(ana, 'Caio', 'vendas');
    expect((await inicioOf(vendas)).estoque).toEqual({ produtos: 2, normal: 0, baixo: 2, zerado: 1 });
  });
});

describe('the first steps of a new empresa', () => {
  test('complete themselves from the data, and go when all are done', async () => {
    const ana = await anEmpresa();
    const done = async () => (await inicioOf(ana)).comeco?.feitos;
    expect(await done()).toEqual([]);
    await written("update empresas set cnpj = '11222333000181' from door where id = $1", [ana.empresaId]);
    expect(await done()).toEqual(['empresa']);
    const deposito_id = await aDeposito(ana);
    expect((await inicioOf(ana)).comeco).toMatchObject({
      feitos: ['empresa', 'deposito'],
      empresa: { cnpj: '11222333000181' },
      deposito: 'Matriz',
    });
    const { id } = await aProduto(ana, { stock: { [deposito_id]: '20' } });
    expect(await done()).toEqual(['empresa', 'deposito', 'produto']);
    const counted = await ana.post(
      '/api/movimentos',
      movimento({ produto_id: id, deposito_id, tipo: 'ajuste', quantidade: '21', saldo_lido: '20' }),
    );
    expect(counted.statusCode, counted.body).toBe(201);
    expect(await done()).toEqual(['empresa', 'deposito', 'produto', 'contagem']);
    await aConvite(ana);
    expect((await inicioOf(ana)).comeco).toBeNull();
  });

  test('are hidden for one person in one empresa', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana, 'Bruno', 'administrador');
    expect((await ana.delete('/api/inicio/comeco')).statusCode).toBe(204);
    expect((await ana.delete('/api/inicio/comeco')).statusCode).toBe(204);
    expect((await inicioOf(ana)).comeco).toBeNull();
    expect((await inicioOf(bruno)).comeco?.feitos).toEqual(['convite']);
  });

  test('are for people who may do them', async () => {
    const ana = await anEmpresa();
    for (const papel of ['estoque', 'vendas', 'consulta'] as const) {
      const caio = await aColleague(ana, 'Caio', papel);
      expect((await inicioOf(caio)).comeco).toBeNull();
      expect((await caio.delete('/api/inicio/comeco')).statusCode).toBe(403);
    }
  });

  test('do not come back to an empresa that has worked for a month', async () => {
    const ana = await anEmpresa();
    await aProduto(ana);
    expect((await inicioOf(ana)).comeco?.feitos).toEqual(['produto']);
    await written(`update empresas set created_at = now() - interval '31 days' from door where id = $1`, [
      ana.empresaId,
    ]);
    expect((await inicioOf(ana)).comeco).toBeNull();
  });
});

describe('the sales of all contas', () => {
  const vendasOf = async (client: Client) => {
    const answer = await client.get('/api/inicio/vendas');
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };

  /** SQL: the first instant of a day in São Paulo. */
  const startOf = (daysAgo: number) =>
    `((now() at time zone 'America/Sao_Paulo')::date - ${daysAgo})::timestamp at time zone 'America/Sao_Paulo'`;

  /** A paid pedido at this instant, and its share in the sums of its day. */
  async function sold({ empresaId }: Ana, seller: string, when: string, total: string) {
    await sql(
      `insert into pedidos (empresa_id, marketplace, seller_id, id, criado_em, atualizado_em, situacao, total, tarifas, quantidade, anuncio_id)
       values ($1, 'mercado-livre', $2, $3, ${when}, now(), 'pago', $4, 0, 1, 'MLB1')`,
      [empresaId, seller, randomUUID(), total],
    );
    await sql(
      `insert into pedidos_dia values ($1, 'mercado-livre', $2, ((${when}) at time zone 'America/Sao_Paulo')::date, 1, $3, 1, 0, 0, 0, 0)
       on conflict (empresa_id, marketplace, seller_id, dia)
       do update set pedidos = pedidos_dia.pedidos + 1, total = pedidos_dia.total + excluded.total`,
      [empresaId, seller, total],
    );
  }

  test('an empresa without a conta has none', async () => {
    expect(await vendasOf(await anEmpresa())).toEqual({
      ...{ contas: 0, lidas: 0, conta: null, lido_em: null, vendas: null },
    });
  });

  test('are the sums of every conta, beside the 30 days before', async () => {
    const ana = await anEmpresa();
    const [first, second] = [await aSincronia(sql, ana), await aSincronia(sql, ana)];
    await sold(ana, first.seller, startOf(1), '100.10');
    await sold(ana, second.seller, startOf(1), '0.20');
    await sold(ana, second.seller, startOf(31), '50.00');
    const { contas, conta, vendas } = await vendasOf(ana);
    expect({ contas, conta }).toEqual({ contas: 2, conta: null });
    expect(vendas.dias).toHaveLength(30);
    expect(vendas.dias_antes).toHaveLength(30);
    expect(vendas.dias.at(-2)).toMatchObject({ total: '100.30', pedidos: 2 });
    expect(vendas.dias_antes.at(-2)).toMatchObject({ total: '50.00', pedidos: 1 });
    expect(vendas.periodo).toEqual({ total: '100.30', pedidos: 2 });
    expect(vendas.periodo_antes).toEqual({ total: '50.00', pedidos: 1 });
    expect(vendas.hoje).toEqual({ total: '0.00', pedidos: 0 });
    expect(vendas.completo).toBe(true);
  });

  test('the day of a week ago counts only up to the present time of day', async () => {
    const ana = await anEmpresa();
    const { seller, id } = await aSincronia(sql, ana);
    await sold(ana, seller, startOf(7), '30.00');
    await sold(ana, seller, `${startOf(6)} - interval '1 second'`, '500.00');
    await sold(ana, seller, startOf(30), '7.00');
    await sold(ana, seller, `${startOf(29)} - interval '1 second'`, '900.00');
    const { vendas } = await vendasOf(ana);
    expect(vendas.semana_passada).toEqual({ total: '30.00', pedidos: 1 });
    expect(vendas.periodo_antes).toEqual({ total: '7.00', pedidos: 1 });
    expect(vendas.dias_antes.at(-1)).toMatchObject({ total: '907.00', pedidos: 2 });
    expect((await vendasOf(ana)).conta).toEqual({ id, marketplace: 'mercado-livre' });
  });

  test('a period whose pedidos are not all here is not compared', async () => {
    const ana = await anEmpresa();
    await aSincronia(sql, ana, { completo_desde: "now() - interval '10 days'" });
    const { vendas } = await vendasOf(ana);
    expect(vendas).toMatchObject({ completo: false, periodo_antes: null, dias_antes: [] });
    expect(vendas.semana_passada).not.toBeNull();
  });

  test('a conta without pedidos does not hide the sums of another one', async () => {
    const ana = await anEmpresa();
    const { seller } = await aSincronia(sql, ana);
    await aSincronia(sql, ana, { sem_permissao: 'true' });
    await sold(ana, seller, startOf(1), '10.00');
    const { contas, lidas, vendas } = await vendasOf(ana);
    expect({ contas, lidas }).toEqual({ contas: 2, lidas: 1 });
    expect(vendas.periodo).toEqual({ total: '10.00', pedidos: 1 });
  });

  test('a conta whose pedidos are still being read, or may not be read, has no sums', async () => {
    const ana = await anEmpresa();
    await aSincronia(sql, ana, { completo_desde: 'null' });
    expect(await vendasOf(ana)).toMatchObject({ contas: 1, vendas: null });
    const bia = await anEmpresa();
    await aSincronia(sql, bia, { sem_permissao: 'true' });
    expect(await vendasOf(bia)).toMatchObject({ contas: 1, vendas: null });
  });
});

describe('the newest changes', () => {
  const atividadeOf = async (client: Client) => {
    const answer = await client.get('/api/inicio/atividade');
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };

  test('one write is one line, and its author can undo it while it is the newest change', async () => {
    const ana = await anEmpresa();
    const marca = (await ana.post('/api/marcas', { nome: 'Bosch', descricao: null, logo_url: null })).json();
    const { de_todos, itens } = await atividadeOf(ana);
    expect(de_todos).toBe(true);
    expect(itens).toHaveLength(1);
    expect(itens[0]).toMatchObject({ tipo: 'registro_criado', eu: true, mais: 0, desfazer: marca.lote });
    await ana.put(`/api/marcas/${marca.id}`, {
      ...{ nome: 'Bosch do Brasil', descricao: null, logo_url: null, versao: marca.versao },
    });
    const [newest, older] = (await atividadeOf(ana)).itens;
    expect(newest.desfazer).not.toBeNull();
    expect(older.desfazer).toBeNull();
    expect((await ana.post(`/api/historico/${newest.desfazer}/desfazer`)).statusCode).toBe(200);
  });

  test('a produto and its stock are one line about the produto', async () => {
    const ana = await anEmpresa();
    const deposito = await aDeposito(ana);
    await aProduto(ana, { nome: 'Vela', stock: { [deposito]: '5' } });
    const { itens } = await atividadeOf(ana);
    expect(itens[0]).toMatchObject({
      registro: { tabela: 'produtos' },
      palavras: { registro: 'o produto Vela' },
    });
  });

  test('a person who may not see the activity gets only their own changes', async () => {
    const ana = await anEmpresa();
    const caio = await aColleague(ana, 'Caio', 'estoque');
    await ana.post('/api/marcas', { nome: 'Bosch', descricao: null, logo_url: null });
    await caio.post('/api/marcas', { nome: 'NGK', descricao: null, logo_url: null });
    const { de_todos, itens } = await atividadeOf(caio);
    expect(de_todos).toBe(false);
    const marcas = (lines: { tipo: string; eu: boolean; palavras: Record<string, string> }[]) =>
      lines.flatMap(({ tipo, eu, palavras }) =>
        tipo === 'registro_criado' ? [[palavras['registro'], eu]] : [],
      );
    expect(marcas(itens)).toEqual([['a marca NGK', true]]);
    const ofAna = (await atividadeOf(ana)).itens;
    expect(marcas(ofAna)).toEqual([
      ['a marca NGK', false],
      ['a marca Bosch', true],
    ]);
    expect(ofAna[0].desfazer).toBeNull();
  });
});
