import type {
  DadosDoTitular,
  Encontrado,
  PedidoDeTitular,
  PedidoDeTitularInput,
  Previa,
  Registro,
} from '@prumo/contract/titulares.ts';
import { TABELAS_DE_TITULARES } from '@prumo/contract/titulares.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

const COLUMNS = `p.id, p.tipo, p.nome, p.contato, p.recebido_em, p.vence_em,
  p.vence_em - (now() at time zone 'America/Sao_Paulo')::date as dias, p.registros, p.situacao, p.exportado_em,
  p.atendido_em, w.full_name as atendido_por`;
const FROM =
  'from pedidos_de_titulares p left join profiles w on w.id = p.atendido_por where p.empresa_id = $1';
/** The number of open pedidos in the list, and the number of newest pedidos among which it finds the answered ones. */
const LISTED = 200;

/** Selects the open pedidos, the first due first, then the recent answered ones. */
export const selectPedidos = (tx: TenantDb) =>
  tx.query<PedidoDeTitular>(
    `select ${COLUMNS} from (
       (select * from pedidos_de_titulares where empresa_id = $1 and situacao <> 'atendido' order by vence_em, id limit ${LISTED})
       union all
       (select * from (select * from pedidos_de_titulares where empresa_id = $1 order by id desc limit ${LISTED}) recent
        where situacao = 'atendido')
     ) p left join profiles w on w.id = p.atendido_por
     order by (p.situacao = 'atendido'), case when p.situacao <> 'atendido' then p.vence_em end, p.id desc`,
  );

/** Locks the pedido when asked to, so that two membros who answer it at once wait for each other. */
export async function selectPedido(
  tx: TenantDb,
  id: string,
  lock = false,
): Promise<PedidoDeTitular | undefined> {
  const [row] = await tx.query<PedidoDeTitular>(
    `select ${COLUMNS} ${FROM} and p.id = $2 ${lock ? 'for update of p' : ''}`,
    [id],
  );
  return row;
}

export async function insertPedido(tx: TenantDb, input: PedidoDeTitularInput): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into pedidos_de_titulares (empresa_id, user_id, tipo, nome, contato, recebido_em)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [tx.userId, input.tipo, input.nome, input.contato, input.recebido_em],
  );
  if (!row) throw new Error('an insert without a row');
  return row.id;
}

export const setRegistros = (tx: TenantDb, id: string, registros: readonly Registro[]) =>
  tx.query('update pedidos_de_titulares set registros = $3 where empresa_id = $1 and id = $2', [
    ...[id, JSON.stringify(registros)],
  ]);

export const setExportado = (tx: TenantDb, id: string) =>
  tx.query(
    'update pedidos_de_titulares set exportado_em = now(), exportado_por = $3 where empresa_id = $1 and id = $2',
    [id, tx.userId],
  );

export const setEliminando = (tx: TenantDb, id: string) =>
  tx.query(
    "update pedidos_de_titulares set situacao = 'eliminando', atendido_por = $3 where empresa_id = $1 and id = $2",
    [id, tx.userId],
  );

export const setAtendido = (tx: TenantDb, id: string) =>
  tx.query(
    `update pedidos_de_titulares set situacao = 'atendido', atendido_em = now(), atendido_por = $3
     where empresa_id = $1 and id = $2`,
    [id, tx.userId],
  );

/** Erases some rows. Returns 0 when none is left and the pedido is answered. */
export async function eraseSome(tx: TenantDb, id: string, limit: number): Promise<number> {
  const [row] = (await tx.raw('select erase_titular($1, $2) as erased', [id, limit])) as { erased: number }[];
  return row?.erased ?? 0;
}

/** The number of records that a search returns of each register, and again of its deleted records. */
const FOUND = 50;
/** The number of deletions of each register that a search reads, the newest first (ADR 0042). */
const DELETIONS = 100_000;

const documentOf = (tabela: string) => (tabela === 'vendedores' ? 'cpf' : 'cpf_cnpj');

/** `e` is a record or a stored copy of one, as json. */
const described = (tabela: string, when: string) =>
  `'${tabela}' as tabela, e.id, e.copia ->> 'nome' as nome, e.copia ->> '${documentOf(tabela)}' as documento,
   coalesce(e.copia ->> 'email', '') as email, ${when} as excluido_em`;

/** Finds records whose name, e-mail or document contains a text. */
export async function selectEncontrados(
  tx: TenantDb,
  busca: string,
): Promise<{ itens: Encontrado[]; parcial: boolean }> {
  const pages = await Promise.all(
    TABELAS_DE_TITULARES.flatMap((tabela) => [
      tx.query<Encontrado>(
        `select ${described(tabela, 'null::timestamptz')} from (
           select t.id, to_jsonb(t) as copia from ${tabela} t
           where t.empresa_id = $1 and t.id in (select search_ids('${tabela}', 'nome_ordem', false, $2, null, null, ${FOUND + 1}))
         ) e order by 3, 2`,
        [busca],
      ),
      tx.query<Encontrado>(
        `select ${described(tabela, 'e.created_at')} from (
           select distinct on (h.registro_id) h.registro_id as id, h.antes as copia, h.created_at
           from (select * from historico where empresa_id = $1 and tabela = '${tabela}' and operacao = 'D'
             order by id desc limit ${DELETIONS}) h
           where search_text(concat_ws(' ', h.antes ->> 'nome', h.antes ->> 'nome_fantasia', h.antes ->> 'email',
               h.antes ->> '${documentOf(tabela)}', mask_documento(h.antes ->> '${documentOf(tabela)}')))
             like '%' || regexp_replace(ltrim(search_text($2)), '([\\\\%_])', '\\\\\\1', 'g') || '%'
             and not exists (select from ${tabela} t where t.empresa_id = $1 and t.id = h.registro_id)
           order by h.registro_id, h.id desc
         ) e order by e.created_at desc limit ${FOUND + 1}`,
        [busca],
      ),
    ]),
  );
  return {
    itens: pages.flatMap((page) => page.slice(0, FOUND)),
    parcial: pages.some((page) => page.length > FOUND),
  };
}

/** Selects those of the records that exist, or existed and were deleted. */
export async function selectDescritos(tx: TenantDb, registros: readonly Registro[]): Promise<Encontrado[]> {
  const rows = await Promise.all(
    registros.map(({ tabela, id }) =>
      tx.query<Encontrado>(
        `select ${described(tabela, 'e.created_at')} from (
           (select t.id, to_jsonb(t) as copia, null::timestamptz as created_at from ${tabela} t where t.empresa_id = $1 and t.id = $2)
           union all
           (select registro_id, antes, created_at from historico
            where empresa_id = $1 and tabela = '${tabela}' and registro_id = $2 and operacao = 'D' order by id desc limit 1)
         ) e order by e.created_at nulls first limit 1`,
        [id],
      ),
    ),
  );
  return rows.flat();
}

const idsOf = (registros: readonly Registro[]) => registros.map(({ id }) => id);

/** The value that the records have now. The history of an old record may be over (ADR 0103). */
const live = (tabela: string, column: string) =>
  `select t.${column} from ${tabela} t where t.empresa_id = $1 and t.id = any ($2::uuid[])`;

/**
 * The stored answers about the records: those that return one of them, and those that warn with the name of one. `$2`
 * is the list of ids.
 */
const RESPOSTAS = `from idempotency_keys k where k.empresa_id = $1 and jsonb_typeof(k.body) = 'object' and (
  k.body ->> 'id' = any ($2::text[]) or (k.body ? 'avisos' and exists (
    select from (
      select n.nome from historico h, lateral (values (h.antes ->> 'nome'), (h.depois ->> 'nome')) n (nome)
      where h.empresa_id = $1 and h.tabela = any ('{${TABELAS_DE_TITULARES.join()}}') and h.registro_id = any ($2::uuid[])
      ${TABELAS_DE_TITULARES.map((tabela) => `union all ${live(tabela, 'nome')}`).join(' ')}) n
    where position(n.nome in k.body ->> 'avisos') > 0)))`;

/** The cached lookups of every CNPJ that one of the records has or had. */
const CONSULTAS = `from consultas.respostas c where c.tipo = 'cnpj' and c.numero in (
  select n.numero from historico h,
    lateral (values (h.antes ->> 'cpf_cnpj'), (h.depois ->> 'cpf_cnpj')) n (numero)
  where h.empresa_id = $1 and h.tabela in ('clientes', 'fornecedores') and h.registro_id = any ($2::uuid[])
  union all ${live('clientes', 'cpf_cnpj')} union all ${live('fornecedores', 'cpf_cnpj')})`;

/** The number of changes that a preview counts. */
const COUNTED = 1000;

export async function selectPrevia(tx: TenantDb, registros: readonly Registro[]): Promise<Previa> {
  const [found, historico] = await Promise.all([
    selectDescritos(tx, registros),
    tx.query<{ total: number }>(
      `select count(*)::int as total from (
         select from historico h, jsonb_to_recordset($2::jsonb) r (tabela text, id uuid)
         where h.empresa_id = $1 and h.tabela = r.tabela and h.registro_id = r.id limit ${COUNTED}) h`,
      [JSON.stringify(registros)],
    ),
  ]);
  return { registros: found, historico: historico[0]?.total ?? 0 };
}

/** The number of changes of one record that an export contains, the newest first. */
const CHANGES = 2000;

async function selectRegistro(tx: TenantDb, { tabela, id }: Registro) {
  const [live, changes] = await Promise.all([
    // The hash of the senha tells the person nothing and helps a thief, so the export says only whether there is one.
    tx.query<{ dados: Record<string, unknown> }>(
      `select to_jsonb(t) - '{empresa_id,user_id,senha}'::text[]
         || case when to_jsonb(t) ? 'senha' then jsonb_build_object('tem_senha', to_jsonb(t) ->> 'senha' is not null) else '{}' end as dados
       from ${tabela} t where t.empresa_id = $1 and t.id = $2`,
      [id],
    ),
    tx.query<DadosDoTitular['registros'][number]['historico'][number]>(
      `select h.created_at as quando, h.operacao, h.antes - '{empresa_id,user_id}'::text[] as antes,
         h.depois - '{empresa_id,user_id}'::text[] as depois
       from historico h where h.empresa_id = $1 and h.tabela = $2 and h.registro_id = $3 order by h.id desc limit ${CHANGES + 1}`,
      [tabela, id],
    ),
  ]);
  return {
    ...{ tabela, id, dados: live[0]?.dados ?? null },
    historico: changes.slice(0, CHANGES),
    parcial: changes.length > CHANGES,
  };
}

/** The number of sales at the counter that an export contains. */
const SALES = 2000;

const salesOf = (como: 'cliente' | 'vendedor') =>
  `(select v.numero, v.created_at as quando, '${como}' as como, v.total::text,
      ${como === 'vendedor' ? 'v.comissao_valor::text' : 'null::text'} as comissao,
      (select jsonb_agg(jsonb_build_object('nome', i.nome, 'quantidade', i.quantidade::text, 'preco', i.preco::text) order by i.ordem)
       from vendas_balcao_itens i where i.empresa_id = $1 and i.venda_id = v.id) as itens
    from vendas_balcao v where v.empresa_id = $1 and v.${como}_id = any ($2::uuid[]) order by v.${como === 'cliente' ? 'numero' : 'created_at'} desc
    limit ${SALES})`;

/** Collects what the system holds about the records of a pedido. */
export async function selectDados(
  tx: TenantDb,
  pedido: PedidoDeTitular,
): Promise<Omit<DadosDoTitular, 'pedido'>> {
  const { registros } = pedido;
  const ids = idsOf(registros);
  const [about, records, respostas, consultas, vendas_balcao, pedidos] = await Promise.all([
    tx.query<{ empresa: string; emitido_em: string }>(
      'select nome as empresa, now() as emitido_em from empresas where id = $1',
    ),
    Promise.all(registros.map((registro) => selectRegistro(tx, registro))),
    tx.query<DadosDoTitular['respostas'][number]>(
      `select k.created_at as quando, k.body as corpo ${RESPOSTAS}`,
      [ids],
    ),
    tx.query<DadosDoTitular['consultas'][number]>(
      `select c.numero, c.consultado_em as quando, c.resposta ${CONSULTAS}`,
      [ids],
    ),
    tx.query<DadosDoTitular['vendas_balcao'][number]>(
      `${salesOf('cliente')} union all ${salesOf('vendedor')} order by quando desc, como limit ${SALES}`,
      [ids],
    ),
    tx.query<PedidoDeTitular>(
      `select ${COLUMNS} ${FROM} and (p.id = $2 or exists (
         select from jsonb_array_elements($3::jsonb) r where p.registros @> jsonb_build_array(r))) order by p.id`,
      [pedido.id, JSON.stringify(registros)],
    ),
  ]);
  const [empresa] = about;
  if (!empresa) throw new Error('a transaction without its empresa');
  return { ...empresa, registros: records, respostas, consultas, vendas_balcao, pedidos };
}
