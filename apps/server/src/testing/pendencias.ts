import { randomUUID } from 'node:crypto';

type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** The empresa in which a cause is planted, and a dono of it. */
interface Place {
  empresaId: string;
  userId: string;
}

/** Plants the cause of a pendencia and returns how to end it. */
type Plant = (sql: Sql, place: Place) => Promise<() => Promise<unknown>>;

/** The history wants to know in which empresa, by whom and in which lote a record changes. `$1` is the empresa. */
const DOOR = `door as materialized (select set_config('app.empresa_id', ($1::uuid)::text, true),
  set_config('app.lote', gen_random_uuid()::text, true),
  set_config('app.user_id', '00000000-0000-0000-0000-000000000000', true))`;

/** A conta that is connected, without its tokens. */
export async function aConta(sql: Sql, { empresaId, userId }: Place, situacao = 'ativa') {
  const seller = String(Math.floor(Math.random() * 2 ** 48));
  const [row] = await sql(
    `with ${DOOR}
     insert into mercado_livre_config (empresa_id, user_id, marketplace, nickname, user_ml_id, situacao, updated_at)
     select $1::uuid, $2::uuid, 'mercado-livre', 'AUTOPECASDOZE', $3, $4, now() - interval '4 hours' from door returning id`,
    [empresaId, userId, seller, situacao],
  );
  return { id: String(row?.['id']), seller };
}

/** Disconnects such a conta. */
export const cutConta = (sql: Sql, { empresaId }: Pick<Place, 'empresaId'>, id: string) =>
  sql(
    `with ${DOOR} update mercado_livre_config set active = false from door where empresa_id = $1::uuid and id = $2`,
    [...[empresaId, id]],
  );

/** A conta whose pedidos of a year are here, with other values for some columns of its synchronisation, as SQL. */
export async function aSincronia(sql: Sql, place: Place, columns: Record<string, string> = {}) {
  const { id, seller } = await aConta(sql, place);
  const set = { completo_desde: "now() - interval '1 year'", em_andamento: 'false', ...columns };
  await sql(
    `insert into pedidos_sincronia (empresa_id, marketplace, seller_id, conta_id, ${Object.keys(set).join(', ')})
     values ($1, 'mercado-livre', $2, $3, ${Object.values(set).join(', ')})`,
    [place.empresaId, seller, id],
  );
  return { id, seller };
}

const anImportacao =
  (situacao: string, after: string): Plant =>
  async (sql, place) => {
    const { id, seller } = await aConta(sql, place);
    await sql(
      `insert into importacoes (empresa_id, user_id, conta_id, marketplace, seller_id, situacao, estados, lidos, aviso)
       values ($1, $2, $3, 'mercado-livre', $4, $5, '{active}', 40, 'O Mercado Livre não respondeu.')`,
      [place.empresaId, place.userId, id, seller, situacao],
    );
    return () =>
      sql('update importacoes set situacao = $3 where empresa_id = $1 and conta_id = $2', [
        ...[place.empresaId, id, after],
      ]);
  };

/** A convite in this state, which ends when it is revoked. */
const aConvite =
  (envio: string, vence: string): Plant =>
  async (sql, { empresaId, userId }) => {
    const email = `caio-${randomUUID()}@exemplo.com.br`;
    await sql(
      `with ${DOOR}
       insert into convites (empresa_id, user_id, email, papel, ve_custo, envio, vence_em)
       select $1::uuid, $2::uuid, $3, 'vendas', false, $4, now() + interval '${vence}' from door`,
      [empresaId, userId, email, envio],
    );
    return () =>
      sql(
        `with ${DOOR} update convites set revogado_em = now() from door where empresa_id = $1::uuid and email = $2`,
        [...[empresaId, email]],
      );
  };

/** Inserts a produto with this saldo, and returns its id. */
async function aProdutoWith(sql: Sql, { empresaId, userId }: Place, quantidade: string): Promise<string> {
  const by = [empresaId, userId, randomUUID()];
  const [row] = await sql(
    `with ${DOOR},
     m as (insert into marcas (empresa_id, user_id, nome) select $1::uuid, $2::uuid, $3 from door returning id),
     c as (insert into categorias (empresa_id, user_id, nome) select $1::uuid, $2::uuid, $3 from door returning id),
     f as (insert into fornecedores (empresa_id, user_id, nome, cpf_cnpj, email)
       select $1::uuid, $2::uuid, 'Peças', '11222333000181', 'a@exemplo.com.br' from door returning id),
     d as (insert into depositos (empresa_id, user_id, nome, ativo) select $1::uuid, $2::uuid, $3, true from door returning id),
     p as (insert into produtos (empresa_id, user_id, nome, sku, marca_id, categoria_id, fornecedor_id, custo_unitario, preco_venda)
       select $1::uuid, $2::uuid, 'Vela', $3, m.id, c.id, f.id, 1, 2 from m, c, f returning id)
     select p.id as produto, d.id as deposito from p, d`,
    by,
  );
  await sql(
    `with ${DOOR} insert into produto_deposito (empresa_id, user_id, produto_id, deposito_id, quantidade)
     select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::numeric from door`,
    [empresaId, userId, row?.['produto'], row?.['deposito'], quantidade],
  );
  return String(row?.['produto']);
}

/** A produto with this saldo, which ends when the saldo rises. */
const aSaldo =
  (quantidade: string): Plant =>
  async (sql, place) => {
    const produto = await aProdutoWith(sql, place, quantidade);
    return () =>
      sql('update produto_deposito set quantidade = 50 where empresa_id = $1 and produto_id = $2', [
        ...[place.empresaId, produto],
      ]);
  };

/** The cause of each source of Início. `inicio.test.ts` fails when a source has none. */
export const CAUSAS: Readonly<Record<string, Plant>> = {
  contas_a_reconectar: async (sql, place) => {
    const { id } = await aConta(sql, place, 'reconectar');
    return () =>
      sql(
        `with ${DOOR} update mercado_livre_config set situacao = 'ativa' from door where empresa_id = $1::uuid and id = $2`,
        [place.empresaId, id],
      );
  },
  pedidos_parados: async (sql, place) => {
    const { seller } = await aSincronia(sql, place, { falha_desde: "now() - interval '45 minutes'" });
    return () =>
      sql('update pedidos_sincronia set falha_desde = null where empresa_id = $1 and seller_id = $2', [
        ...[place.empresaId, seller],
      ]);
  },
  anuncios_a_mais: async (sql, place) => {
    const { seller } = await aConta(sql, place);
    const produto = await aProdutoWith(sql, place, '50');
    await sql(
      `insert into anuncios (empresa_id, marketplace, seller_id, anuncio_id, titulo, estado, categoria_externa_id, sku,
         sku_proprio, preco, quantidade, is_full, atualizado_em, produto_id, diferenca, diferenca_desde)
       values ($1, 'mercado-livre', $2, 'MLB1', 'Vela', 'ativo', 'MLB1', 'VELA', true, 1, 60, false, now(), $3, 'oferece_a_mais',
         now() - interval '1 hour')`,
      [place.empresaId, seller, produto],
    );
    // The worker that compares would find the same.
    return () =>
      sql(
        'update anuncios set quantidade = 50, diferenca = null, diferenca_desde = null where empresa_id = $1',
        [place.empresaId],
      );
  },
  pedidos_sem_nota: async (sql, { empresaId, userId }) => {
    const envio = randomUUID();
    await sql(
      `insert into pedidos_fila (empresa_id, marketplace, seller_id, pedido_id, envio_id, criado_em, aba, prazo, depositos)
       values ($1, 'mercado-livre', '1', $2, $2, now(), 'nota', now() + interval '5 hours', '{}')`,
      [empresaId, envio],
    );
    return () =>
      sql(
        `insert into notas (empresa_id, marketplace, seller_id, envio_id, chave, serie, numero, valor, emitida_em, situacao,
           user_id)
         values ($1, 'mercado-livre', '1', $2, repeat('1', 44), '1', '1', 1, now(), 'aceita', $3)`,
        [empresaId, envio, userId],
      );
  },
  importacoes_a_conferir: anImportacao('pronta', 'importando'),
  importacoes_interrompidas: anImportacao('interrompida', 'cancelada'),
  exportacao_falhou: async (sql, { empresaId, userId }) => {
    const begun = (situacao: string) =>
      sql(
        `insert into exportacoes (empresa_id, user_id, corte, horizonte, situacao) values ($1, $2, now(), '1', $3)`,
        [empresaId, userId, situacao],
      );
    await begun('falhou');
    return () => begun('cancelada');
  },
  restauracao_falhou: async (sql, { empresaId, userId }) => {
    const begun = (situacao: string) =>
      sql(
        `insert into restauracoes (empresa_id, user_id, nome, bytes, situacao) values ($1, $2, 'a.zip', 1, $3)`,
        [empresaId, userId, situacao],
      );
    await begun('recusada');
    return () => begun('cancelada');
  },
  lote_falhou: async (sql, { empresaId, userId }) => {
    const ended = (situacao: string) =>
      sql(
        `insert into lotes (empresa_id, user_id, tipo, direitos, situacao, terminado_em)
         values ($1, $2, 'preco', '{alterar_produtos}', $3, now())`,
        [empresaId, userId, situacao],
      );
    await ended('falhou');
    return () => ended('concluido');
  },
  convites_devolvidos: aConvite('devolvido', '1 day'),
  convites_vencidos: aConvite('enviado', '-1 day'),
  convites_recebidos: async (sql, { userId }) => {
    const [row] = await sql(`insert into empresas (nome) values ('Auto Peças Horizonte') returning id`);
    const [person] = await sql('select email from auth.users where id = $1', [userId]);
    await sql(
      `with ${DOOR}
       insert into convites (empresa_id, user_id, email, papel, ve_custo, token_hash, envio, vence_em)
       select $1::uuid, gen_random_uuid(), lower($2), 'vendas', false, gen_random_uuid()::text, 'enviado', now() + interval '3 days' from door`,
      [row?.['id'], person?.['email']],
    );
    return () =>
      sql(`with ${DOOR} update convites set vence_em = now() from door where empresa_id = $1::uuid`, [
        row?.['id'],
      ]);
  },
  duas_etapas: async (sql, { empresaId, userId }) => {
    const demand = (exige: boolean) =>
      sql(
        `with ${DOOR} insert into politicas (empresa_id, user_id, exige_duas_etapas)
         select $1::uuid, $2::uuid, $3::boolean from door`,
        [empresaId, userId, exige],
      );
    await demand(true);
    return () => demand(false);
  },
  titulares_com_prazo: async (sql, { empresaId, userId }) => {
    const [row] = await sql(
      `insert into pedidos_de_titulares (empresa_id, user_id, tipo, nome, contato, recebido_em)
       values ($1, $2, 'acesso', 'Maria', 'maria@exemplo.com.br', (now() at time zone 'America/Sao_Paulo')::date - 12) returning id`,
      [empresaId, userId],
    );
    return () =>
      sql(
        `update pedidos_de_titulares set situacao = 'atendido', atendido_em = now() where empresa_id = $1 and id = $2`,
        [empresaId, row?.['id']],
      );
  },
  estoque_zerado: aSaldo('0'),
  estoque_baixo: aSaldo('9.99'),
};
