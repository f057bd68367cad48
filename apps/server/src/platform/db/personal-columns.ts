/**
 * The classes of the columns of one table. A test compares the map with the catalogue of PostgreSQL and fails on a
 * column that is not classed. Ids, numbers, times, booleans and enumerations need no class.
 */
interface Classes {
  /** Holds nothing about a person. Free text about things counts as this; the screens ask for no person there. */
  none?: string;
  /** About a titular: a cliente, a vendedor, or a fornecedor, who may be a MEI. `erase_titular` replaces the value. */
  titular?: string;
  /** About a person who uses the product, or is invited to. It goes with the account or with the empresa. */
  usuario?: string;
  /** A hash or a sealed value that nobody can read. */
  secret?: string;
  /** A copy of personal values. Each column says what becomes of the copy when the values are erased. */
  derived?: Readonly<Record<string, string>>;
  /** Personal, and kept although the person asks for erasure. Each column names the law. */
  duty?: Readonly<Record<string, string>>;
}

const GENERATED = 'generated from the record: PostgreSQL computes it anew when the record is blanked';
const BY_ERASURE = 'erase_registros replaces the values in each copy of the record';
const IDS_ALONE = 'the schema of each kind of job allows ids and no personal value';
const NO_MESSAGE = 'holds the fields that the log may show, without messages of the database';
const ACCESS_LOG =
  'Marco Civil da Internet (Lei 12.965/2014), art. 15: access records are kept for six months';

const CODES = 'marketplace seller_id';

/** Classes every column of every table. The key is the schema and the table; each value lists column names. */
export const PERSONAL_COLUMNS: Readonly<Record<string, Classes>> = {
  'auth.accounts': { none: 'provider_id', usuario: 'account_id email', secret: 'password' },
  'auth.backup_codes': { secret: 'hash salt' },
  'auth.challenges': { none: 'method', secret: 'token_hash' },
  'auth.devices': { secret: 'token_hash' },
  'auth.emails': { none: 'kind', usuario: 'address data', secret: 'token_hash' },
  'auth.events': { none: 'kind method', duty: { address: ACCESS_LOG, user_agent: ACCESS_LOG } },
  'auth.factors': { none: 'factor_type status', usuario: 'friendly_name', secret: 'secret' },
  // Names an address of the network or an account for minutes.
  'auth.limits': { usuario: 'key' },
  'auth.oauth_flows': { none: 'purpose return_to', usuario: 'flow', secret: 'token_hash' },
  'auth.sessions': { secret: 'token_hash', duty: { ip_address: ACCESS_LOG, user_agent: ACCESS_LOG } },
  'auth.users': { usuario: 'name email image', secret: 'signup_device_hash' },
  'consultas.respostas': {
    none: 'tipo fonte',
    derived: {
      numero: 'erase_registros deletes the row of the CNPJ',
      resposta: 'erase_registros deletes the row of the CNPJ',
    },
  },
  'marketplaces.donos': { none: CODES },
  'marketplaces.marketplace_budget': { none: 'marketplace' },
  'marketplaces.revogacoes': { none: CODES },
  'pgboss.bam': { none: 'name status queue table_name command error' },
  'pgboss.job': {
    none: 'name singleton_key group_id group_tier dead_letter policy source_name',
    derived: { data: IDS_ALONE, output: NO_MESSAGE, source_output: NO_MESSAGE },
  },
  'pgboss.job_dependency': { none: 'child_name parent_name' },
  'pgboss.queue': { none: 'name policy dead_letter table_name singletons_active' },
  'pgboss.queue_stats': { none: 'name' },
  'pgboss.schedule': { none: 'name key kind cron timezone data options' },
  'pgboss.subscription': { none: 'event name' },
  'pgboss.version': {},
  'pgboss.warning': { none: 'type message data' },
  'public.anuncios': {
    none: `${CODES} anuncio_id variacao_id titulo variacao estado pausado_por diferenca categoria_externa_id sku marca gtins codigos fotos miniatura produto_fisico gemeos importado busca`,
  },
  'public.anuncios_a_comparar': { none: 'produto_ids' },
  'public.anuncios_leituras': { none: `${CODES} situacao passo varredura aviso` },
  'public.anuncios_leituras_itens': { none: `${CODES} anuncio_id` },
  'public.arquivos': { none: 'tipo' },
  'public.atividades': { none: 'tipo tabela', secret: 'digest hash sal' },
  'public.atividades_cadeias': { secret: 'hash inicio_hash' },
  'public.atividades_pendentes': {},
  'public.atividades_recusas': {},
  // The name of a person who changed a restored record, where that person has no account.
  'public.autores': { usuario: 'nome' },
  'public.categorias': { none: 'nome descricao nome_ordem busca' },
  'public.categorias_externas': { none: 'marketplace id nome caminho' },
  'public.clientes': {
    titular:
      'nome cpf_cnpj nome_fantasia inscricao_estadual cep endereco numero complemento bairro cidade estado email senha',
    derived: { nome_ordem: GENERATED, busca: GENERATED },
  },
  'public.comecos_ocultos': {},
  'public.conexoes': { none: `${CODES} code_challenge`, usuario: 'nickname', secret: 'state_hash' },
  'public.contadores': { none: 'nome' },
  'public.convites': { none: 'papel envio', usuario: 'email', secret: 'token_hash' },
  'public.depositos': {
    none: 'nome descricao cep estado cidade endereco bairro numero complemento nome_ordem busca',
  },
  'public.empresas': {
    // The empresa of a MEI has the name and the home address of its dono, who deletes the empresa.
    none: 'logo_url',
    usuario: 'nome razao_social cnpj inscricao_estadual cep endereco numero complemento bairro cidade estado',
  },
  'public.exclusoes': {},
  'public.exibicoes': { none: 'lista exibicao' },
  'public.exportacao_partes': { none: 'membros' },
  'public.exportacoes': {
    none: 'situacao tabela depois_de contagem aviso horizonte lotes_depois',
    secret: 'token_hash',
  },
  'public.fornecedores': {
    titular: 'nome cpf_cnpj email telefone cep endereco numero complemento bairro cidade estado',
    derived: { nome_ordem: GENERATED, busca: GENERATED },
  },
  'public.historico': {
    none: 'tabela operacao',
    derived: { antes: BY_ERASURE, depois: BY_ERASURE },
  },
  'public.idempotency_keys': { secret: 'request_hash', derived: { body: BY_ERASURE } },
  'public.importacao_fotos': { none: 'url situacao motivo' },
  'public.importacao_itens': {
    none: 'anuncio_id variacao_id acao confianca mesmo_produto por preenche resultado motivo',
  },
  'public.importacoes': { none: `${CODES} situacao estados passo varredura aviso contagem` },
  'public.lembretes': { none: 'envio' },
  'public.lote_partes': { none: 'produtos recusas' },
  'public.lotes': { none: 'tipo mudanca direitos selecao tipo_desfeito situacao aviso' },
  'public.marcas': { none: 'nome descricao logo_url nome_ordem busca' },
  'public.membros': { none: 'papel' },
  'public.mercado_livre_config': { none: 'marketplace user_ml_id situacao', usuario: 'nickname' },
  'public.mercado_livre_tokens': { secret: 'access_token refresh_token' },
  'public.movimentos_estoque': { none: 'tipo motivo origem' },
  'public.movimentos_recusados': { none: 'recusa' },
  'public.novidades': { none: 'xid tabela ids' },
  'public.notificacoes': { none: `${CODES} topico recurso` },
  'public.pedidos': { none: `${CODES} id situacao anuncio_id pacote_id` },
  'public.pedidos_anuncio': { none: `${CODES} anuncio_id titulo` },
  'public.pedidos_anuncio_bloco': { none: `${CODES} anuncio_id` },
  'public.pedidos_anuncio_dia': { none: `${CODES} anuncio_id` },
  'public.pedidos_atraso': { none: `${CODES} posicao` },
  'public.pedidos_de_titulares': {
    none: 'tipo registros situacao',
    derived: {
      nome: 'erase_titular clears it in every pedido about the erased records',
      contato: 'erase_titular clears it in every pedido about the erased records',
    },
  },
  'public.pedidos_dia': { none: CODES },
  'public.pedidos_fila': { none: `${CODES} pedido_id envio_id aba problema depositos produtos` },
  'public.pedidos_sincronia': { none: `${CODES} ilegiveis` },
  'public.produto_deposito': { none: 'situacao' },
  'public.produtos': { none: 'nome sku cod_referencia fotos nome_ordem sku_ordem codigos chaves' },
  'public.profiles': { usuario: 'full_name email' },
  'public.reservas': { none: `${CODES} pedido_id anuncio_id variacao_id` },
  'public.reservas_conferencias': {},
  'public.restauracao_pedacos': {},
  'public.restauracoes': { none: 'situacao nome contagem aviso' },
  'public.retencoes': {},
  'public.schema_migrations': { none: 'version' },
  'public.publicacoes': { none: 'modo' },
  'public.vendas_anuncios': { none: `${CODES} anuncio_id depositos` },
  'public.vendas_config': { none: `${CODES} saida_em depositos` },
  'public.vendedores': {
    titular: 'nome cpf email cep numero endereco bairro cidade estado',
    derived: { nome_ordem: GENERATED, busca: GENERATED },
  },
  // The key has the CNPJ of the empresa, and nothing of the buyer.
  'public.vendas_balcao': { none: 'pagamento motivo' },
  'public.vendas_balcao_itens': { none: 'nome sku' },
  'public.notas': { none: `${CODES} envio_id chave serie numero situacao motivo` },
  'public.pedido_custos': {
    none: `${CODES} pedido_id tipo anuncio_id variacao_id situacao fonte fonte_id`,
  },
  'public.fatura_linhas': { none: `${CODES} id tipo codigo texto pedido_ids envio_id pacote_id` },
  'public.faturas': { none: `${CODES} posicao` },
  'public.vendas': { none: `${CODES} pedido_id situacao pacote_id envio_id reclamacao_ids itens` },
  'public.vendas_devolucoes': { none: `${CODES} reclamacao_id id itens` },
  'public.vendas_envios': {
    none: `${CODES} id etapa irmao_id etiqueta modalidade problema`,
  },
  // The views of lists of titulares keep no text of a search (visoes_busca_check).
  'public.visoes': { none: 'lista nome endereco exibicao' },
  'recovery.backups': { none: 'what label' },
  'recovery.restores': {},
  'release.backfills': { none: 'version cursor' },
  'secrets.key_checks': { none: 'name', secret: 'sealed' },
};

const listed = (names: string | undefined) => names?.split(' ') ?? [];

/** Each classed column of a table with its class. A column that is listed twice appears twice. */
export const classesOf = (table: string): [column: string, classe: keyof Classes][] => {
  const { derived = {}, duty = {}, ...lists } = PERSONAL_COLUMNS[table] ?? {};
  return [
    ...Object.entries(lists).flatMap(([classe, names]) =>
      listed(names).map((name): [string, keyof Classes] => [name, classe as keyof Classes]),
    ),
    ...Object.keys(derived).map((name): [string, keyof Classes] => [name, 'derived']),
    ...Object.keys(duty).map((name): [string, keyof Classes] => [name, 'duty']),
  ];
};

/** The columns of a register that describe the titular. */
export const titularColumns = (table: string): string[] =>
  listed(PERSONAL_COLUMNS[`public.${table}`]?.titular);
