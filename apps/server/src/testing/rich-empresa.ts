import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Client, Harness } from './harness.ts';
import { type Register, registersOf } from './registers.ts';

/** Creates an empresa with a row in every tenant table. The rows carry the canary text. */
export async function aRichEmpresa(harness: Harness, canary: string) {
  const a = await harness.anEmpresa(canary);
  const registers = await registersOf(harness);
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const logo = (await a.upload('/api/arquivos/logos', image)).json();
  await a.post('/api/marcas', { nome: canary, descricao: canary, logo_url: logo.url });
  for (const register of registers) await fill(a, register, canary);
  await stock(a, registers, { canary, foto: (await a.upload('/api/arquivos/fotos', image)).json().url });
  await connectConta(harness, a, canary);
  await exportAndRestore(harness, a, canary);
  await a.post('/api/convites', {
    emails: [`convite-${canary}@exemplo.com.br`],
    papel: 'vendas',
    ve_custo: false,
  });
  await a.post('/api/titulares/pedidos', {
    ...{ tipo: 'acesso', nome: canary, contato: canary, recebido_em: '2026-11-16' },
  });
  const { userId } = await harness.aColleague(a, canary);
  await a.put('/api/politica', { exige_duas_etapas: true });
  await a.put('/api/retencao', { historico_anos: 10 });
  await a.post(`/api/equipe/${userId}/lembrete`);
  await a.post('/api/equipe/transferencia', { user_id: userId });
  await a.delete('/api/inicio/comeco');
  const exibicao = { densidade: 'compacta', segunda_linha: true, colunas: [] };
  await a.put('/api/visoes/exibicao', { lista: 'produtos', exibicao });
  await a.post('/api/visoes', {
    lista: 'produtos',
    nome: canary.slice(0, 40),
    compartilhada: true,
    endereco: { nome: canary },
    exibicao,
  });
  // The account also has data worth stealing: an unverified factor and a requested change of e-mail.
  await a.post('/api/perfil/fatores');
  await a.put('/api/perfil/email', { email: `${canary}@exemplo.com.br` });
  await seal(harness, a);
  await a.put('/api/politica', { exige_duas_etapas: false });
  return { ...a, canary };
}

/** Seals the atividades of the empresa, and counts a refused access. Later lines stay pending. */
async function seal({ sql }: Harness, { empresaId, userId }: { empresaId: string; userId: string }) {
  await sql(
    `with door as materialized (select set_config('app.empresa_id', $1, true))
     select seal_atividades(1000, 100000) from door`,
    [empresaId],
  );
  await sql("insert into atividades_recusas values ($1, $2, date_trunc('hour', now()), 1)", [
    ...[empresaId, userId],
  ]);
}

/** Inserts a connected conta with its data. The tokens are fake, because no test here uses them. */
async function connectConta(
  { sql }: Harness,
  { empresaId, userId }: { empresaId: string; userId: string },
  canary: string,
) {
  const sellerId = String(Math.floor(Math.random() * 2 ** 48));
  const [conta] = await sql(
    `with history as (select set_config('app.lote', gen_random_uuid()::text, true), set_config('app.user_id', $2, true))
     insert into mercado_livre_config (empresa_id, user_id, marketplace, nickname, user_ml_id)
     select $1::uuid, $2::uuid, 'mercado-livre', $3, $4 from history returning id`,
    [empresaId, userId, canary, sellerId],
  );
  await sql(
    `insert into mercado_livre_tokens (empresa_id, conta_id, access_token, refresh_token, expires_at)
     values ($1, $2, $3, $3, now() + interval '6 hours')`,
    [empresaId, conta?.['id'], `v1.${canary}`],
  );
  await sql(
    `insert into conexoes (empresa_id, user_id, session_id, marketplace, state_hash, code_challenge, nickname, seller_id, proven_at)
     values ($1, $2, gen_random_uuid(), 'mercado-livre', $3, $3, $3, $4, now())`,
    [empresaId, userId, canary, sellerId],
  );
  await sql(
    `with conta as (select $1::uuid as empresa_id, 'mercado-livre' as marketplace, $2::text as seller_id, $3::text as anuncio_id),
     pedido as (
       insert into pedidos (empresa_id, marketplace, seller_id, id, criado_em, atualizado_em, situacao, total, tarifas, quantidade, anuncio_id)
       select empresa_id, marketplace, seller_id, 1, now(), now(), 'pago', 1, 0, 1, anuncio_id from conta),
     dia as (
       insert into pedidos_dia
       select empresa_id, marketplace, seller_id, current_date, 1, 1, 1, 0, 0, 0, 0 from conta),
     anuncio_dia as (
       insert into pedidos_anuncio_dia select empresa_id, marketplace, seller_id, anuncio_id, current_date, 1, 1, 1 from conta),
     bloco as (
       insert into pedidos_anuncio_bloco select empresa_id, marketplace, seller_id, anuncio_id, 12, current_date, 1 from conta),
     anuncio as (
       insert into pedidos_anuncio select empresa_id, marketplace, seller_id, anuncio_id, anuncio_id, now() from conta)
     insert into pedidos_sincronia (empresa_id, marketplace, seller_id, conta_id, completo_desde)
     select empresa_id, marketplace, seller_id, $4, now() - interval '1 day' from conta`,
    [empresaId, sellerId, canary, conta?.['id']],
  );
  await sql(
    `with conta as (select $1::uuid as empresa_id, 'mercado-livre' as marketplace, $2::text as seller_id, $3::text as id),
     envio as (
       insert into vendas_envios (empresa_id, marketplace, seller_id, id, atualizado_em, etapa, foi_impresso, foi_devolvido, foi_dividido)
       select empresa_id, marketplace, seller_id, id, now(), 'preparando', false, false, false from conta),
     devolucao as (
       insert into vendas_devolucoes (empresa_id, marketplace, seller_id, reclamacao_id, id, atualizado_em, chegou, itens)
       select empresa_id, marketplace, seller_id, id, id, now(), false, '[]' from conta),
     fila as (
       insert into pedidos_fila (empresa_id, marketplace, seller_id, pedido_id, envio_id, criado_em, aba, prazo, depositos)
       select empresa_id, marketplace, seller_id, id, id, now(), 'preparar', 'infinity', '{}' from conta)
     insert into vendas (empresa_id, marketplace, seller_id, pedido_id, criado_em, atualizado_em, situacao, foi_fechado,
       foi_pago, is_desfeito, risco_de_fraude, foi_dividido, envio_id, reclamacao_ids, itens)
     select empresa_id, marketplace, seller_id, id, now(), now(), 'pago', true, true, false, false, false, id, array[id], '[]' from conta`,
    [empresaId, sellerId, canary],
  );
  await sql(
    `insert into pedidos_atraso (empresa_id, marketplace, seller_id, conferir_em) values ($1, 'mercado-livre', $2, now() + interval '1 day')`,
    [empresaId, sellerId],
  );
  await sql(
    "insert into notificacoes (empresa_id, marketplace, seller_id, topico, recurso, proxima_em) values ($1, 'mercado-livre', $2, 'anuncios', 'MLB1', now())",
    [empresaId, sellerId],
  );
  await sql(
    `with importacao as (
       insert into importacoes (empresa_id, user_id, conta_id, marketplace, seller_id, situacao, estados, aviso)
       values ($1, $2, $3, 'mercado-livre', $4, 'pronta', '{ativos}', $5) returning empresa_id, id),
     categoria as (insert into categorias_externas values ($1, 'mercado-livre', 'MLB1', $5, $5)),
     anuncio as (
       insert into anuncios (empresa_id, marketplace, seller_id, anuncio_id, titulo, estado, categoria_externa_id, sku, sku_proprio, preco,
         quantidade, is_full, atualizado_em)
       values ($1, 'mercado-livre', $4, 'MLB1', $5, 'ativo', 'MLB1', $5, true, 1, 1, false, now())),
     leitura as (insert into anuncios_leituras (empresa_id, marketplace, seller_id, aviso, proxima_em) values ($1, 'mercado-livre', $4, $5, now())),
     lido as (insert into anuncios_leituras_itens (empresa_id, marketplace, seller_id, anuncio_id) values ($1, 'mercado-livre', $4, 'MLB1')),
     nota as (insert into anuncios_a_comparar (empresa_id) values ($1)),
     foto as (
       insert into importacao_fotos (empresa_id, importacao_id, produto_id, ordem, url)
       select i.empresa_id, i.id, p.id, 0, $5 from importacao i, produtos p where p.empresa_id = $1 limit 1)
     insert into importacao_itens (empresa_id, importacao_id, anuncio_id, resultado, motivo)
     select empresa_id, id, 'MLB1', 'pendente', $5 from importacao`,
    [empresaId, userId, conta?.['id'], sellerId, canary],
  );
  await sellOne({ sql }, { empresaId, userId }, { canary, sellerId });
  await sql("insert into marketplaces.donos values ('mercado-livre', $1, $2, $3)", [
    sellerId,
    empresaId,
    conta?.['id'],
  ]);
}

/** Inserts a sale that promises one unit and of which one came back, with the settings of its conta and anuncio. */
async function sellOne(
  { sql }: Pick<Harness, 'sql'>,
  { empresaId, userId }: { empresaId: string; userId: string },
  { canary, sellerId }: { canary: string; sellerId: string },
) {
  await sql(
    `with place as (
       update produto_deposito d set reservado = reservado + 1
       where d.id = (select id from produto_deposito where empresa_id = $1 order by ctid desc limit 1)
       returning d.produto_id, d.deposito_id),
     produto as (update produtos p set reservado = reservado + 1 from place where p.empresa_id = $1 and p.id = place.produto_id),
     reserva as (
       insert into reservas (empresa_id, marketplace, seller_id, pedido_id, anuncio_id, produto_id, deposito_id, reservado,
         a_conferir, criado_em)
       select $1, 'mercado-livre', $3, $4, 'MLB1', produto_id, deposito_id, 1, 2, now() from place returning id),
     conferencia as (
       insert into reservas_conferencias (empresa_id, chave, reserva_id, vendavel, avariado, user_id)
       select $1, gen_random_uuid(), id, 0, 1, $2 from reserva),
     venda as (
       insert into vendas_balcao (empresa_id, id, numero, deposito_id, bruto, desconto, total, pagamento, comissao_valor, lote,
         user_id, created_at, cancelada_em, cancelada_por, cancelamento_id, motivo)
       select $1, gen_random_uuid(), 1, deposito_id, 1, 0, 1, 'pix', 0, gen_random_uuid(), $2, now(), now(), $2,
         gen_random_uuid(), $4 from place returning id),
     item as (
       insert into vendas_balcao_itens (empresa_id, venda_id, produto_id, ordem, nome, sku, quantidade, preco, bruto, desconto)
       select $1, venda.id, produto_id, 1, $4, $4, 1, 1, 1, 0 from venda, place),
     nota as (
       insert into notas (empresa_id, marketplace, seller_id, envio_id, chave, serie, numero, valor, emitida_em, situacao,
         user_id)
       values ($1, 'mercado-livre', $3, $4, repeat('1', 44), '1', '1', 1, now(), 'aceita', $2)),
     custo as (
       insert into pedido_custos (empresa_id, marketplace, seller_id, pedido_id, tipo, valor, situacao, fonte, fonte_id)
       values ($1, 'mercado-livre', $3, $4, 'comissao', 1, 'estimado', 'pedido', $4)),
     linha as (
       insert into fatura_linhas (empresa_id, marketplace, seller_id, id, competencia, tipo, codigo, texto, valor,
         lancada_em, pedido_ids)
       values ($1, 'mercado-livre', $3, $4, '2026-11-01', 'outra', 'PADS', 'Publicidade', 1, now(), '{}')),
     fatura as (
       insert into faturas (empresa_id, marketplace, seller_id, competencia, linhas, total)
       values ($1, 'mercado-livre', $3, '2026-11-01', 1, 1)),
     aliquota as (
       insert into aliquotas (empresa_id, desde, percentual, user_id) values ($1, '2026-01-01', 6, $2)
       on conflict do nothing),
     conta as (
       insert into vendas_config (empresa_id, marketplace, seller_id, depositos, user_id)
       select $1, 'mercado-livre', $3, array[deposito_id], $2 from place),
     publicacao as (
       insert into publicacoes (empresa_id, produto_id, modo, retidas, user_id) select $1, produto_id, 'cotas', 1, $2 from place)
     insert into vendas_anuncios (empresa_id, marketplace, seller_id, anuncio_id, depositos, user_id)
     select $1, 'mercado-livre', $3, $4, array[deposito_id], $2 from place`,
    [empresaId, userId, sellerId, canary],
  );
}

/** Inserts an exportacao, a restauracao and a lote that have ended, and an author of restored history. */
async function exportAndRestore(
  { sql }: Harness,
  { empresaId, userId }: { empresaId: string; userId: string },
  canary: string,
) {
  await sql(
    `with exportacao as (
       insert into exportacoes (empresa_id, user_id, situacao, corte, horizonte, aviso)
       values ($1, $2, 'falhou', now(), '0', $3) returning id),
     parte as (
       insert into exportacao_partes (empresa_id, exportacao_id, ordem, bytes, membros)
       select $1, id, 0, 0, '[]' from exportacao),
     restauracao as (
       insert into restauracoes (empresa_id, user_id, situacao, nome, bytes) values ($1, $2, 'cancelada', $3, 1) returning id),
     pedaco as (
       insert into restauracao_pedacos (empresa_id, restauracao_id, numero, bytes) select $1, id, 0, 1 from restauracao),
     lote as (
       insert into lotes (empresa_id, user_id, tipo, direitos, situacao, aviso, terminado_em, recusados)
       values ($1, $2, 'excluir', '{alterar_produtos}', 'falhou', $3, now(), 1) returning id),
     parte_do_lote as (
       insert into lote_partes (empresa_id, lote_id, ordem, produtos, feitos, recusas)
       select $1, id, 0, array[id], 1, jsonb_build_array(jsonb_build_object('produto_id', id, 'nome', $3::text, 'sku', $3::text,
         'motivo', $3::text)) from lote)
     insert into autores (empresa_id, id, nome) values ($1, gen_random_uuid(), $3)`,
    [empresaId, userId, canary],
  );
}

/** Creates one record that stays and one that is in the trash. */
async function fill(a: Client, { url, input }: Register, canary: string): Promise<void> {
  const kept = await a.post(url, await input(a, canary), { 'idempotency-key': randomUUID() });
  const gone = await a.post(url, await input(a, canary));
  const removed = await a.delete(`${url}/${gone.json().id}`);
  if (kept.statusCode !== 201 || removed.statusCode !== 200)
    throw new Error(`${url} refused the canary text: ${kept.body} ${gone.body} ${removed.body}`);
}

/** Creates a produto with a photo and stock in a deposito, an accepted movimento and a refused one. */
async function stock(a: Client, registers: Register[], { canary, foto }: { canary: string; foto: string }) {
  const create = async (table: string, values: object) => {
    const register = registers.find((each) => each.table === table);
    const response = await a.post(`/api/${table}`, { ...(await register?.input(a, canary)), ...values });
    if (response.statusCode !== 201) throw new Error(`${table} took no record: ${response.body}`);
    return response.json().id;
  };
  const deposito_id = await create('depositos', {});
  const saldo = { deposito_id, quantidade: '5', quantidade_lida: null };
  const produto_id = await create('produtos', { fotos: [foto], depositos: [saldo] });
  const movimento = { produto_id, deposito_id, destino_id: null, saldo_lido: null, motivo: canary };
  await a.post('/api/movimentos', { ...movimento, id: randomUUID(), tipo: 'entrada', quantidade: '1' });
  await a.post('/api/movimentos', { ...movimento, id: randomUUID(), tipo: 'saida', quantidade: '999' });
}
