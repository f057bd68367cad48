import type { Importacao, InicioDeImportacao, NovaImportacao } from '@prumo/contract/importacoes.ts';
import type { GrupoDeAnuncios } from '@prumo/contract/importacoes-anuncios.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

const TO_CHECK = `i.acao = 'ligar' and i.confianca in ('media', 'baixa') and not i.conferido`;

/**
 * The condition that a row `i` is in a group. Each row that was read is in exactly one group besides `todos`.
 */
export const GROUPS: Readonly<Record<GrupoDeAnuncios, string>> = {
  todos: `i.resultado <> 'a_ler'`,
  criar: `i.resultado = 'pendente' and i.acao = 'criar'`,
  ligar: `i.resultado = 'pendente' and i.acao = 'ligar' and (${TO_CHECK}) is not true`,
  conferir: `i.resultado = 'pendente' and ${TO_CHECK}`,
  ignorar: `(i.resultado = 'ignorado' or i.resultado = 'pendente' and i.acao = 'ignorar')`,
  recusados: `i.resultado = 'recusado'`,
  feitos: `i.resultado in ('criado', 'ligado', 'atualizado', 'igual')`,
};

const count = (condition: string) => `count(*) filter (where ${condition})::int`;
const outcome = (resultado: string) => count(`i.resultado = '${resultado}'`);
const nome = (table: string, column: string) =>
  `(select r.nome from ${table} r where r.empresa_id = $1 and r.id = n.${column})`;

/** Counts the rows by outcome. For a hundred thousand rows it takes a tenth of a second. */
const COUNTED = `(
    select jsonb_build_object('itens', ${count(GROUPS.todos)}, 'criar', ${count(GROUPS.criar)},
      'ligar', ${count(GROUPS.ligar)}, 'conferir', ${count(GROUPS.conferir)}, 'ignorar', ${count(GROUPS.ignorar)},
      'recusados', ${count(GROUPS.recusados)}, 'feitos', ${count(GROUPS.feitos)}, 'criados', ${outcome('criado')},
      'ligados', ${outcome('ligado')}, 'atualizados', ${outcome('atualizado')}, 'iguais', ${outcome('igual')},
      'full', ${count(`i.is_full and i.resultado not in ('recusado', 'ignorado')`)})
    from importacao_itens i where i.empresa_id = $1 and i.importacao_id = n.id
  ) || (
    select jsonb_build_object('fotos', count(*)::int, 'fotos_feitas', ${count(`f.situacao = 'feita'`)},
      'fotos_recusadas', ${count(`f.situacao = 'recusada'`)})
    from importacao_fotos f where f.empresa_id = $1 and f.importacao_id = n.id)`;

/**
 * Without a failure, the message appears when there is no progress for a minute. Many imports then wait for
 * the marketplace, or the job was killed.
 */
const AVISO = `coalesce(n.aviso, case
    when n.situacao in ('lendo', 'importando') and n.progresso_em < now() - interval '1 minute'
    then 'Está demorando mais que o normal. A importação continua sozinha.' end)`;

const COLUMNS = `n.id, coalesce(c.id, n.conta_id) as conta_id, n.situacao, n.estados, n.deposito_id, n.fornecedor_id,
  ${nome('depositos', 'deposito_id')} as deposito_nome, ${nome('fornecedores', 'fornecedor_id')} as fornecedor_nome,
  n.estoque_full, ${AVISO} as aviso, n.created_at, n.iniciada_em, n.concluida_em,
  coalesce(n.contagem, ${COUNTED}) || jsonb_build_object('anuncios', n.anuncios, 'lidos', n.lidos) as contagem`;

/** A seller who reconnects is the same seller, so the earlier importacoes belong to the new conta. */
const FROM = `from importacoes n
  left join mercado_livre_config c on c.empresa_id = $1 and c.marketplace = n.marketplace
    and c.user_ml_id = n.seller_id and c.active
  where n.empresa_id = $1`;

const AT_MOST = 20;

export const selectImportacoes = (tx: TenantDb, contaId: string) =>
  tx.query<Importacao>(
    `select ${COLUMNS} ${FROM}
       and (n.marketplace, n.seller_id) = (select marketplace, user_ml_id from mercado_livre_config where empresa_id = $1 and id = $2)
     order by n.id desc limit ${AT_MOST}`,
    [contaId],
  );

export async function selectImportacao(tx: TenantDb, id: string): Promise<Importacao | undefined> {
  const [row] = await tx.query<Importacao>(`select ${COLUMNS} ${FROM} and n.id = $2`, [id]);
  return row;
}

export interface LockedImportacao {
  id: string;
  marketplace: string;
  situacao: Importacao['situacao'];
  passo: 'buscar' | 'ler' | 'comparar' | 'importar' | 'fotos';
  /** The seller's current conta; null when it is disconnected or has to reconnect. */
  conta_ativa: string | null;
}

/**
 * Reads the importacao and locks it, so that no other transaction changes its situacao until this one ends.
 */
export async function lockImportacao(tx: TenantDb, id: string): Promise<LockedImportacao | undefined> {
  const [row] = await tx.query<LockedImportacao>(
    `select n.id, n.marketplace, n.situacao, n.passo, (
       select c.id from mercado_livre_config c
       where c.empresa_id = $1 and c.marketplace = n.marketplace and c.user_ml_id = n.seller_id and c.active and c.situacao = 'ativa') as conta_ativa
     from importacoes n where n.empresa_id = $1 and n.id = $2 for no key update of n`,
    [id],
  );
  return row;
}

interface ContaDeOrigem extends SellerRef {
  situacao: 'ativa' | 'reconectar';
}

/** Returns undefined when the conta is not connected. */
export async function selectConta(tx: TenantDb, id: string): Promise<ContaDeOrigem | undefined> {
  const [row] = await tx.query<ContaDeOrigem>(
    `select marketplace, user_ml_id as "sellerId", situacao from mercado_livre_config
     where empresa_id = $1 and id = $2 and active`,
    [id],
  );
  return row;
}

/** Inserts an importacao. Returns undefined when another importacao of the same account is under way. */
export async function insertImportacao(
  tx: TenantDb,
  { conta_id, estados }: NovaImportacao,
  seller: SellerRef,
): Promise<{ id: string; vez: number } | undefined> {
  const [row] = await tx.query<{ id: string; vez: number }>(
    `insert into importacoes (empresa_id, user_id, conta_id, marketplace, seller_id, estados)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (empresa_id, marketplace, seller_id) where situacao in ('lendo', 'pronta', 'importando', 'pausada', 'interrompida')
     do nothing returning id, vez`,
    [tx.userId, conta_id, seller.marketplace, seller.sellerId, [...new Set(estados)]],
  );
  return row;
}

interface Change {
  situacao: Exclude<Importacao['situacao'], 'concluida'>;
  contaId?: string;
}

/** Takes the lease from the job that holds it, and returns the number of the new lease. */
export async function changeSituacao(
  tx: TenantDb,
  id: string,
  { situacao, contaId }: Change,
): Promise<number> {
  const [row] = await tx.query<{ vez: number }>(
    `update importacoes set situacao = $3, aviso = null, conta_id = coalesce($4, conta_id), vez = vez + 1,
       passo_em = now(), progresso_em = now(), concluida_em = case when $3 = 'cancelada' then now() end
     where empresa_id = $1 and id = $2 returning vez`,
    [id, situacao, contaId ?? null],
  );
  if (!row) throw new Error('a locked importacao no longer exists');
  return row.vez;
}

export const updateInicio = (tx: TenantDb, id: string, inicio: InicioDeImportacao) =>
  tx.query(
    `update importacoes set deposito_id = $3, fornecedor_id = $4, estoque_full = $5, iniciada_em = now(), passo = 'importar'
     where empresa_id = $1 and id = $2`,
    [id, inicio.deposito_id, inicio.fornecedor_id, inicio.estoque_full],
  );

/**
 * Returns the name of an inactive deposito, for the message. Returns undefined when the deposito is active or
 * does not exist.
 */
export async function selectInactiveDeposito(
  tx: TenantDb,
  id: string,
): Promise<{ nome: string } | undefined> {
  const [row] = await tx.query<{ nome: string }>(
    'select nome from depositos where empresa_id = $1 and id = $2 and not ativo',
    [id],
  );
  return row;
}

/** Stores the counts of a finished importacao, so that it is never counted again. */
export const keepContagem = (tx: TenantDb, id: string) =>
  tx.query(`update importacoes n set contagem = ${COUNTED} where n.empresa_id = $1 and n.id = $2`, [id]);

/** True when anuncios wait for the confirmation of a person. */
export async function hasToCheck(tx: TenantDb, id: string): Promise<boolean> {
  const rows = await tx.query(
    `select from importacao_itens i where i.empresa_id = $1 and i.importacao_id = $2 and ${GROUPS.conferir} limit 1`,
    [id],
  );
  return rows.length > 0;
}
