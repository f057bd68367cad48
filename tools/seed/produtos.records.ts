/** A movimento of a demo produto. Records refer to each other by name. The oldest comes first. */
type DemoMovimento = readonly [
  tipo: 'entrada' | 'saida' | 'transferencia',
  deposito: string,
  quantidade: string,
  motivo: string | null,
  destino?: string,
];

export interface DemoProduto {
  nome: string;
  sku: string;
  marca: string;
  categoria: string;
  fornecedor: string;
  codigos: readonly string[];
  custo: string;
  preco: string;
  /** The initial stock of each deposito. */
  estoque: Readonly<Record<string, string>>;
  /** The colours of the photos. The seed draws one photo in each colour. */
  cores: readonly string[];
  movimentos: readonly DemoMovimento[];
}

const ROTA_SUL = 'Distribuidora Rota Sul Ltda';
const ATLANTICO = 'Importadora Atlântico S.A.';
const ROLAMENTOS = 'Central de Rolamentos';
const LOJA = 'Loja Centro';
const GALPAO = 'Galpão CIC';
const FILIAL = 'Filial São Paulo';

export const DEMO_PRODUTOS: readonly DemoProduto[] = [
  {
    nome: 'Retentor do comando de válvulas',
    sku: 'RET-0218',
    marca: 'Sabó',
    categoria: 'Motor',
    fornecedor: ATLANTICO,
    codigos: ['02018-BRGP'],
    custo: '18.40',
    preco: '39.90',
    estoque: { [LOJA]: '0' },
    cores: [],
    movimentos: [],
  },
  {
    nome: 'Kit de embreagem 1.0 8V',
    sku: 'EMB-6231',
    marca: 'LuK',
    categoria: 'Motor',
    fornecedor: ATLANTICO,
    codigos: ['620 3098 00', '6203098000'],
    custo: '289.00',
    preco: '519.00',
    estoque: { [LOJA]: '2', [FILIAL]: '7' },
    cores: ['#8a6fc9'],
    movimentos: [['saida', LOJA, '1', 'Venda no balcão']],
  },
  {
    nome: 'Rolamento de roda dianteiro',
    sku: 'ROL-VKBA3569',
    marca: 'SKF',
    categoria: 'Suspensão',
    fornecedor: ROLAMENTOS,
    codigos: ['VKBA 3569', '7L0 498 287'],
    custo: '142.75',
    preco: '249.90',
    estoque: { [GALPAO]: '18' },
    cores: ['#4f7fb8', '#7aa5d6'],
    movimentos: [],
  },
  {
    nome: 'Correia dentada 129 dentes',
    sku: 'COR-5310',
    marca: 'Gates',
    categoria: 'Correias',
    fornecedor: ROTA_SUL,
    codigos: ['5310XS', '40310X25'],
    custo: '46.20',
    preco: '94.50',
    estoque: { [LOJA]: '6', [GALPAO]: '40' },
    cores: ['#3d3f46'],
    movimentos: [['transferencia', GALPAO, '6', 'Reposição da loja', LOJA]],
  },
  {
    nome: 'Amortecedor dianteiro a gás',
    sku: 'AMO-GP33312',
    marca: 'Cofap',
    categoria: 'Amortecedores',
    fornecedor: ROTA_SUL,
    codigos: ['GP33312', 'GB-47823'],
    custo: '211.00',
    preco: '389.00',
    estoque: { [LOJA]: '4', [GALPAO]: '12', [FILIAL]: '8' },
    cores: ['#c98a4b'],
    movimentos: [['entrada', GALPAO, '10', 'NF 48.211']],
  },
  {
    nome: 'Disco de freio ventilado 280 mm',
    sku: 'DIS-BD5280',
    marca: 'Bosch',
    categoria: 'Discos',
    fornecedor: ATLANTICO,
    codigos: ['0 986 BB4 205', 'BD5280'],
    custo: '158.30',
    preco: '289.90',
    estoque: { [GALPAO]: '9' },
    cores: ['#9aa3ad'],
    movimentos: [],
  },
  {
    nome: 'Pastilha de freio dianteira',
    sku: 'PAS-PD60',
    marca: 'Fras-le',
    categoria: 'Pastilhas',
    fornecedor: ROTA_SUL,
    codigos: ['PD/60', '7 891 234 560 017'],
    custo: '61.90',
    preco: '119.90',
    estoque: { [LOJA]: '14', [GALPAO]: '80', [FILIAL]: '26.5' },
    cores: ['#b5544d', '#d98079'],
    movimentos: [
      ['saida', LOJA, '2', 'Venda no balcão'],
      ['transferencia', GALPAO, '8', 'Reposição da loja', LOJA],
    ],
  },
  {
    nome: 'Vela de ignição de irídio',
    sku: 'VEL-BKR6EIX',
    marca: 'NGK',
    categoria: 'Velas',
    fornecedor: ROLAMENTOS,
    codigos: ['BKR6EIX-11', '90919-01210'],
    custo: '38.00',
    preco: '72.00',
    estoque: { [LOJA]: '32', [GALPAO]: '120' },
    cores: ['#5aa08a'],
    movimentos: [['saida', LOJA, '4', 'Venda no balcão']],
  },
  {
    nome: 'Filtro de ar do motor',
    sku: 'FIL-ARL8832',
    marca: 'Tecfil',
    categoria: 'Filtros de ar',
    fornecedor: ROTA_SUL,
    codigos: ['ARL8832', '17801-0Y040'],
    custo: '21.50',
    preco: '44.90',
    estoque: { [LOJA]: '3', [GALPAO]: '64' },
    cores: ['#d6b04c'],
    movimentos: [],
  },
  {
    nome: 'Filtro de óleo',
    sku: 'FIL-PSL55',
    marca: 'Tecfil',
    categoria: 'Filtros de óleo',
    fornecedor: ROTA_SUL,
    codigos: ['PSL55', '90915-YZZD2', '04152-37010'],
    custo: '15.90',
    preco: '34.90',
    estoque: { [LOJA]: '22', [GALPAO]: '240', [FILIAL]: '96' },
    cores: ['#4b6fd0', '#8aa4e6', '#2f4a9c'],
    movimentos: [
      ['saida', LOJA, '3', 'Venda no balcão'],
      ['entrada', FILIAL, '24', 'NF 48.377'],
    ],
  },
];
