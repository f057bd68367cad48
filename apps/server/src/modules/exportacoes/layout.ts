/** The version of the layout. A restauracao accepts this version and no other. docs/export.md describes it. */
export const FORMATO = 1;

/**
 * How a column is written. Every cell is a text: `decimal` with a point and all its digits, `instante` as ISO 8601 in
 * UTC with microseconds, `logico` as true or false, `lista` and `json` as JSON. `imagens` is a JSON list of ids of
 * images, which are the members `fotos/<id>.webp`.
 */
export type Tipo =
  | 'uuid'
  | 'texto'
  | 'decimal'
  | 'inteiro'
  | 'instante'
  | 'logico'
  | 'lista'
  | 'json'
  | 'imagens';

export interface Coluna {
  nome: string;
  tipo: Tipo;
  nula: boolean;
}

/**
 * How a table is read. `registro`: its history gives each row as it was at the cut. `razao`: its rows never change, and
 * those after the cut are left out. `copia`: its rows are read as they are when their part is written.
 */
export interface Tabela {
  nome: string;
  como: 'registro' | 'razao' | 'copia';
  colunas: readonly Coluna[];
  /** The columns that are not in the file, with the reason. Columns that the database computes are left out unnamed. */
  fora: Readonly<Record<string, string>>;
  /** The columns that order the rows and identify one. */
  chave: readonly string[];
}

const column = (text: string): Coluna => {
  const [nome = '', tipo = ''] = text.split(' ');
  const nula = tipo.endsWith('?');
  return { nome, tipo: (nula ? tipo.slice(0, -1) : tipo) as Tipo, nula };
};

const table = (
  nome: string,
  como: Tabela['como'],
  colunas: readonly string[],
  { fora = {}, chave = ['id'] }: { fora?: Record<string, string>; chave?: string[] } = {},
): Tabela => ({
  ...{ nome, como, chave },
  colunas: colunas.map(column),
  fora: { empresa_id: 'the file is of one empresa', ...fora },
});

const ENDERECO = ['cep texto?', 'endereco texto?', 'numero texto?', 'complemento texto?', 'bairro texto?'];
const CIDADE = ['cidade texto?', 'estado texto?'];
const FIM = ['versao inteiro', 'user_id uuid', 'created_at instante'];

/** The tables in the file, in the order in which the parts are written. A restauracao has an order of its own. */
export const TABELAS: readonly Tabela[] = [
  table('marcas', 'registro', [
    ...['id uuid', 'nome texto', 'descricao texto?', 'logo_arquivo_id uuid?', 'logo_url texto?'],
    ...FIM,
  ]),
  table('categorias', 'registro', ['id uuid', 'nome texto', 'descricao texto?', 'parent_id uuid?', ...FIM]),
  table('fornecedores', 'registro', [
    ...['id uuid', 'nome texto', 'cpf_cnpj texto', 'email texto', 'telefone texto?'],
    ...[...ENDERECO, ...CIDADE, ...FIM],
  ]),
  table(
    'clientes',
    'registro',
    [
      ...['id uuid', 'nome texto', 'nome_fantasia texto?', 'cpf_cnpj texto', 'inscricao_estadual texto?'],
      ...['email texto', ...ENDERECO, ...CIDADE, ...FIM],
    ],
    { fora: { senha: 'the hash of a password is a secret' } },
  ),
  table('vendedores', 'registro', [
    ...['id uuid', 'nome texto', 'cpf texto', 'email texto', 'comissao decimal?'],
    ...['cep texto?', 'endereco texto?', 'numero texto?', 'bairro texto?', ...CIDADE, ...FIM],
  ]),
  table('depositos', 'registro', [
    ...['id uuid', 'nome texto', 'descricao texto?', 'ativo logico', ...ENDERECO, ...CIDADE, ...FIM],
  ]),
  table(
    'produtos',
    'registro',
    [
      ...['id uuid', 'nome texto', 'sku texto', 'categoria_id uuid', 'marca_id uuid', 'fornecedor_id uuid'],
      ...['cod_referencia lista', 'custo_unitario decimal', 'preco_venda decimal', 'fotos imagens', ...FIM],
    ],
    {
      fora: {
        estoque_inicial: 'the sum of produto_deposito.quantidade',
        reservado: 'the sum of reservas.reservado',
      },
    },
  ),
  table(
    'produto_deposito',
    'registro',
    [
      ...['id uuid', 'produto_id uuid', 'deposito_id uuid', 'quantidade decimal', 'minimo decimal?'],
      ...['ultima_movimentacao instante?', ...FIM],
    ],
    { fora: { reservado: 'the sum of reservas.reservado' } },
  ),
  table('movimentos_estoque', 'razao', [
    ...['id uuid', 'chave uuid', 'produto_id uuid', 'deposito_id uuid', 'tipo texto', 'delta decimal'],
    ...['saldo decimal', 'motivo texto?', 'origem texto', 'lote uuid', 'user_id uuid', 'created_at instante'],
  ]),
  table('historico', 'razao', [
    ...['id uuid', 'lote uuid', 'tabela texto', 'registro_id uuid', 'operacao texto', 'antes json?'],
    ...['depois json?', 'user_id uuid', 'created_at instante'],
  ]),
  table('politicas', 'copia', ['id uuid', 'exige_duas_etapas logico', 'user_id uuid', 'created_at instante']),
  table('mercado_livre_config', 'copia', [
    ...['id uuid', 'marketplace texto', 'user_ml_id texto', 'nickname texto?', 'active logico'],
    ...['situacao texto', 'user_id uuid', 'created_at instante', 'updated_at instante'],
  ]),
  table(
    'anuncios',
    'copia',
    [
      ...['marketplace texto', 'seller_id texto', 'anuncio_id texto', 'variacao_id texto', 'titulo texto'],
      ...['variacao texto', 'estado texto', 'categoria_externa_id texto', 'marca texto?', 'sku texto'],
      ...['sku_proprio logico', 'codigos lista', 'gtins lista', 'preco decimal', 'quantidade decimal'],
      ...['is_full logico', 'fotos lista', 'miniatura texto?', 'produto_id uuid?', 'produto_fisico texto?'],
      ...['gemeos lista', 'importado json?', 'atualizado_em instante', 'lido_em instante'],
    ],
    {
      chave: ['marketplace', 'seller_id', 'anuncio_id', 'variacao_id'],
      fora: {
        pausado_por: 'the next reading of the conta finds it',
        sumiu_em: 'the next reading of the conta finds it',
        cota: 'how anuncios share the stock, which the empresa that restores chooses itself',
        meta: 'follows from the stock and the anuncios of the produto',
        mudanca: 'follows from the stock and the anuncios of the produto',
        diferenca: 'follows from the stock and the anuncio',
        diferenca_desde: 'follows from the stock and the anuncio',
      },
    },
  ),
  table(
    'categorias_externas',
    'copia',
    ['marketplace texto', 'id texto', 'nome texto', 'caminho texto', 'categoria_id uuid?'],
    { chave: ['marketplace', 'id'] },
  ),
  table(
    'pedidos',
    'copia',
    [
      ...['marketplace texto', 'seller_id texto', 'id texto', 'criado_em instante', 'atualizado_em instante'],
      ...['situacao texto', 'total decimal', 'tarifas decimal', 'estornado decimal?', 'quantidade inteiro'],
      ...['anuncio_id texto', 'pacote_id texto?'],
    ],
    { chave: ['marketplace', 'seller_id', 'id'] },
  ),
  table(
    'pedidos_anuncio',
    'copia',
    ['marketplace texto', 'seller_id texto', 'anuncio_id texto', 'titulo texto', 'titulo_em instante'],
    { chave: ['marketplace', 'seller_id', 'anuncio_id'] },
  ),
  table(
    'reservas',
    'copia',
    [
      ...['id uuid', 'marketplace texto', 'seller_id texto', 'pedido_id texto', 'anuncio_id texto'],
      ...['variacao_id texto', 'produto_id uuid', 'deposito_id uuid?', 'reservado inteiro', 'saiu inteiro'],
      ...['saida_pendente inteiro', 'a_conferir inteiro', 'vendavel inteiro', 'avariado inteiro'],
      ...['nao_enviar logico', 'prazo instante?', 'criado_em instante', 'atualizado_em instante'],
    ],
    { fora: { passos: 'counts the lines of the ledger that the reserva has written' } },
  ),
  table('vendas_balcao', 'copia', [
    ...[
      'id uuid',
      'numero inteiro',
      'cliente_id uuid?',
      'vendedor_id uuid?',
      'deposito_id uuid',
      'bruto decimal',
    ],
    ...['desconto decimal', 'total decimal', 'pagamento texto', 'recebido decimal?', 'comissao decimal?'],
    ...[
      'comissao_valor decimal',
      'lote uuid',
      'user_id uuid',
      'created_at instante',
      'cancelada_em instante?',
    ],
    ...['cancelada_por uuid?', 'cancelamento_id uuid?', 'volta_deposito_id uuid?', 'motivo texto?'],
  ]),
  table(
    'vendas_balcao_itens',
    'copia',
    [
      ...[
        'venda_id uuid',
        'produto_id uuid',
        'ordem inteiro',
        'nome texto',
        'sku texto',
        'quantidade decimal',
      ],
      ...['preco decimal', 'bruto decimal', 'desconto decimal', 'voltou decimal?'],
    ],
    { chave: ['venda_id', 'produto_id'] },
  ),
  table(
    'arquivos',
    'copia',
    ['id uuid', 'tipo texto', 'largura inteiro', 'altura inteiro', 'bytes inteiro', 'created_at instante'],
    {
      fora: {
        user_id: 'no screen shows it',
        lixeira_desde: 'only images that records show at the cut are in the file',
        mover_em: 'the time of a move in the store',
      },
    },
  ),
];

/** The tables of an empresa that are not in the file, with the reason. A test compares both lists with the database. */
export const FORA: Readonly<Record<string, string>> = {
  anuncios_a_comparar: 'the anuncios that wait for a comparison with the stock',
  anuncios_leituras: 'the progress of the readings of anuncios',
  anuncios_leituras_itens: 'the work list of such a reading',
  atividades: 'hashes of the lines of historico; the empresa that restores them builds its own chain',
  atividades_cadeias: 'the end of that chain',
  atividades_pendentes: 'the lines of historico that wait for the chain',
  atividades_recusas: 'counts the refused calls of the hour',
  autores: 'pessoas.csv contains these names',
  comecos_ocultos: 'who has hidden the first steps on Início',
  conexoes: 'a connection that is being made, with the hash of a secret',
  contadores: 'sums of other tables',
  convites:
    'an open invitation is a permission with the hash of a secret; the history contains what became of it',
  exclusoes: 'the deletion that this empresa waits for',
  exportacao_partes: 'the parts of the file itself',
  exportacoes: 'the job that writes the file, with the hash of its link',
  exibicoes: 'how each person sees a list',
  idempotency_keys: 'the answers to requests, kept for repetitions',
  importacao_fotos: 'the work list of an import; its photos are in the file',
  importacao_itens: 'the work list of an import; its results are produtos and anuncios',
  importacoes: 'the progress of an import',
  lembretes: 'the last reminder of each person',
  lote_partes: 'the work list of a bulk change; the history contains its changes',
  lotes: 'the progress of a bulk change',
  membros: 'pessoas.csv contains these people',
  mercado_livre_tokens: 'secrets',
  movimentos_recusados: 'the answers to requests, kept for repetitions',
  novidades: 'the changes of the last ten minutes, which open screens read',
  notificacoes: 'a queue of the marketplace',
  pedidos_anuncio_bloco: 'sums of pedidos',
  pedidos_anuncio_dia: 'sums of pedidos',
  pedidos_atraso: 'the progress of the synchronisation',
  pedidos_dia: 'sums of pedidos',
  pedidos_fila:
    'the place of a sale on the screen Pedidos, which follows from the sale when it is read again',
  pedidos_sincronia: 'the progress of the synchronisation',
  pedidos_de_titulares:
    'names people who asked for their data or its erasure; the empresa that answers for it keeps the register',
  produto_fotos: 'produtos.fotos contains these links',
  reservas_conferencias: 'what a person said of returned goods; reservas contains the numbers',
  restauracao_pedacos: 'the upload of another file',
  restauracoes: 'the job that reads another file',
  retencoes: 'how long this empresa keeps its history, which the empresa that restores chooses itself',
  transferencias: 'an open offer of the empresa',
  aliquotas:
    'the rates with which this empresa estimates its margins, which the empresa that restores chooses itself',
  faturas: 'how far the bill of a marketplace was read, which is read again',
  fatura_linhas:
    'the bills of a marketplace, which gives those of the last twelve months again; older ones do not come back',
  pedido_custos:
    'what sales cost; the bills are read again as far as the marketplace gives them, and the custo that goods had when they left does not come back',
  notas: 'the notes that were sent to a marketplace, which keeps them; the emitter has their XML',
  vendas: 'the state of a sale at the marketplace, which is read again',
  publicacoes: 'how anuncios share the stock, which the empresa that restores chooses itself',
  vendas_anuncios: 'from which depositos an anuncio is drawn, which the empresa that restores chooses itself',
  vendas_config: 'how sales reach the stock, which the empresa that restores chooses itself',
  vendas_devolucoes: 'the state of a return at the marketplace, which is read again',
  vendas_envios: 'the state of a parcel at the marketplace, which is read again',
  visoes: 'the saved views of a list, which each person makes anew',
};

/** The people whom records and history name: pessoas.csv. A restauracao keeps their names as texts. */
export const PESSOAS: readonly Coluna[] = [
  ...['id uuid', 'nome texto?', 'email texto?', 'papel texto?', 'desde instante?', 'saiu_em instante?'],
].map(column);

/** The columns of the empresa itself: empresa.json. */
export const EMPRESA = [
  ...['id', 'nome', 'razao_social', 'cnpj', 'inscricao_estadual', 'cep', 'endereco', 'numero', 'complemento'],
  ...['bairro', 'cidade', 'estado', 'logo_arquivo_id', 'logo_url', 'versao', 'created_at'],
] as const;

/** The name of a chunk of a table: `produtos/000001.csv`. */
export const nomeDoPedaco = (tabela: string, numero: number) =>
  `${tabela}/${String(numero).padStart(6, '0')}.csv`;

export const nomeDaFoto = (id: string) => `fotos/${id}.webp`;
