import type { Atividade } from '@prumo/contract/atividades.ts';
import { describe, expect, test } from 'vitest';
import { openLog } from '#platform/log.ts';
import type { Client } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';
import { openSealer } from './sealer.ts';

const { anEmpresa, aColleague, openPool, sql } = await testApp();
const sealer = openSealer({ db: openPool(2), log: openLog('silent') });

/** Seals everything, as the worker does. */
async function seal(): Promise<void> {
  while (await sealer.step());
}

const pageOf = async (ana: Client, query = ''): Promise<{ itens: Atividade[]; proximo: string | null }> => {
  const response = await ana.get(`/api/atividades${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const linesOf = async (ana: Client, query = '') => (await pageOf(ana, query)).itens;
const tiposOf = async (ana: Client, query = '') => (await linesOf(ana, query)).map(({ tipo }) => tipo);

const aMarca = async (ana: Client, nome = 'Bosch'): Promise<{ id: string; versao: number }> => {
  const response = await ana.post('/api/marcas', { nome, descricao: null, logo_url: null });
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
};

describe('the lines of an empresa', () => {
  test('a change is listed at once and sealed by the worker, in the order in which it happened', async () => {
    const ana = await anEmpresa();
    const marca = await aMarca(ana);
    await ana.put(`/api/marcas/${marca.id}`, { nome: 'Valeo', descricao: null, logo_url: null, versao: 1 });
    const before = await linesOf(ana);
    expect(before).toMatchObject([
      {
        ...{ tipo: 'registro_alterado', numero: null, selo: 'pendente', quem: { nome: 'Ana Souza' } },
        registro: { tabela: 'marcas', id: marca.id, nome: 'Valeo' },
        mudancas: [{ campo: 'nome', antes: 'Bosch', depois: 'Valeo' }],
      },
      { tipo: 'registro_criado', palavras: { registro: 'a marca Bosch' } },
    ]);
    await seal();
    const after = await linesOf(ana);
    expect(after.map(({ numero, selo }) => [numero, selo])).toEqual([
      [2, 'conferida'],
      [1, 'conferida'],
    ]);
    expect(after.map(({ numero, selo, ...rest }) => rest)).toEqual(
      before.map(({ numero, selo, ...rest }) => rest),
    );
  });

  test('an empresa sees only its own lines', async () => {
    const ana = await anEmpresa();
    await aMarca(ana);
    expect(await linesOf(await anEmpresa('Outra'))).toEqual([]);
  });

  test('filters find lines by person, tipo, record and day, before and after they are sealed', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    const bosch = await aMarca(ana);
    await aMarca(bruno, 'Valeo');
    await bruno.delete(`/api/marcas/${bosch.id}`);
    const [{ hoje, ontem } = {}] = await sql(
      `select (now() at time zone 'America/Sao_Paulo')::date::text as hoje,
         ((now() at time zone 'America/Sao_Paulo')::date - 1)::text as ontem`,
    );
    const check = async () => {
      expect(await tiposOf(ana, `?pessoa=${ana.userId}`)).toEqual(['registro_criado']);
      expect(await tiposOf(ana, '?tipo=registro_excluido')).toEqual(['registro_excluido']);
      expect(await tiposOf(ana, `?pessoa=${ana.userId}&tipo=registro_excluido`)).toEqual([]);
      expect(await tiposOf(ana, `?tabela=marcas&registro_id=${bosch.id}`)).toEqual([
        'registro_excluido',
        'registro_criado',
      ]);
      expect(await tiposOf(ana, `?tabela=marcas&de=${hoje}&ate=${hoje}`)).toHaveLength(3);
      expect(await tiposOf(ana, `?ate=${ontem}`)).toEqual([]);
    };
    await check();
    await seal();
    await check();
  });

  test('pages continue each other without a gap or a repetition, across sealed and pending lines', async () => {
    const ana = await anEmpresa();
    for (let n = 0; n < 70; n++) await aMarca(ana, `Marca ${n}`);
    await seal();
    for (let n = 70; n < 120; n++) await aMarca(ana, `Marca ${n}`);
    const names: (string | null | undefined)[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { itens, proximo }: Awaited<ReturnType<typeof pageOf>> = await pageOf(
        ana,
        cursor && `?cursor=${cursor}`,
      );
      names.push(...itens.map(({ registro }) => registro?.nome));
      cursor = proximo;
    }
    expect(names).toEqual(Array.from({ length: 120 }, (_, n) => `Marca ${119 - n}`));
  });
});

describe('events', () => {
  test('membership, convites and the policy each make a line', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana, 'Bruno Lima', 'vendas');
    await ana.put(`/api/equipe/${bruno.userId}`, { papel: 'estoque', ve_custo: false });
    const invited = { emails: ['carla@exemplo.com.br'], papel: 'vendas', ve_custo: false };
    const [{ convite }] = (await ana.post('/api/convites', invited)).json().itens;
    await ana.delete(`/api/convites/${convite.id}`);
    await ana.put('/api/politica', { exige_duas_etapas: true });
    await ana.delete(`/api/equipe/${bruno.userId}`);
    await seal();
    expect(await tiposOf(ana)).toEqual([
      'membro_removido',
      'politica_alterada',
      'convite_revogado',
      'convite_criado',
      'papel_alterado',
      'membro_entrou',
    ]);
    expect((await linesOf(ana, '?tipo=papel_alterado'))[0]?.palavras).toMatchObject({
      pessoa: 'Bruno Lima',
      papel: 'Estoque',
      papel_antes: 'Vendas',
    });
  });

  test('a refused access is recorded, at most 20 times an hour for one person', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana, 'Bruno Lima', 'consulta');
    for (let n = 0; n < 25; n++) {
      const refused = await bruno.post('/api/marcas', { nome: 'X', descricao: null, logo_url: null });
      expect(refused.statusCode).toBe(403);
    }
    await expect.poll(() => tiposOf(ana, '?tipo=acesso_recusado')).toHaveLength(20);
    const [last] = await linesOf(ana, '?tipo=acesso_recusado');
    expect(last?.palavras).toMatchObject({
      direito: 'alterar produtos e fornecedores',
      rota: 'POST /api/marcas',
    });
    const [counted] = await sql('select total from atividades_recusas where user_id = $1', [bruno.userId]);
    expect(counted).toEqual({ total: 20 });
  });

  test('only a dono and an administrador see the lines', async () => {
    const ana = await anEmpresa();
    for (const [papel, status] of [
      ['administrador', 200],
      ['estoque', 403],
      ['vendas', 403],
      ['consulta', 403],
    ] as const) {
      const person = await aColleague(ana, papel, papel);
      expect((await person.get('/api/atividades')).statusCode, papel).toBe(status);
      expect((await person.get('/api/atividades/arquivo')).statusCode, papel).toBe(status);
    }
  });
});
