/** A record of the demo empresa. Names are invented. Documentos are sample numbers from handbooks. */
type Row = Readonly<Record<string, string | boolean | null>>;

const marca = (nome: string, descricao: string | null): Row => ({ nome, descricao });

const endereco = (cep: string, rua: string, numero: string, bairro: string, cidade: string): Row => {
  const [localidade = '', estado = ''] = cidade.split('/');
  return { cep, endereco: rua, numero, bairro, cidade: localidade, estado };
};

const CURITIBA = endereco('80010000', 'Praça Tiradentes', '120', 'Centro', 'Curitiba/PR');
const PAULISTA = endereco('01310930', 'Avenida Paulista', '2100', 'Bela Vista', 'São Paulo/SP');
const SE = endereco('01001000', 'Praça da Sé', '88', 'Sé', 'São Paulo/SP');
const GOIOERE = endereco('87360000', 'Avenida Amazonas', '410', 'Centro', 'Goioerê/PR');

/** The records of each register, the oldest first. */
export const DEMO_RECORDS: Readonly<Record<string, readonly Row[]>> = {
  marcas: [
    marca('Bosch', 'Injeção, freios e elétrica'),
    marca('NGK', 'Velas, cabos e sensores de oxigênio'),
    marca('Cofap', 'Amortecedores e suspensão'),
    marca('Fras-le', 'Pastilhas e lonas de freio'),
    marca('Mahle Metal Leve', 'Pistões, anéis e filtros'),
    marca('Nakata', 'Suspensão e direção'),
    marca('Monroe', 'Amortecedores'),
    marca('Sabó', 'Retentores e juntas'),
    marca('Tecfil', 'Filtros de ar, óleo e combustível'),
    marca('Valeo', 'Embreagens e iluminação'),
    marca('SKF', 'Rolamentos e cubos de roda'),
    marca('Gates', 'Correias e tensores'),
    marca('LuK', 'Kits de embreagem'),
    marca('Magneti Marelli', null),
    marca('TRW', 'Freios e direção'),
    marca('Wega', 'Filtros'),
  ],
  clientes: [
    { nome: 'Ana Beatriz Rocha', cpf_cnpj: '52998224725', email: 'ana.rocha@exemplo.com.br', ...CURITIBA },
    { nome: 'Carlos Eduardo Lima', cpf_cnpj: '11144477735', email: 'carlos.lima@exemplo.com.br', ...SE },
    {
      nome: 'Oficina Boa Viagem Ltda',
      nome_fantasia: 'Boa Viagem Auto Center',
      cpf_cnpj: '11222333000181',
      inscricao_estadual: '1234567850',
      email: 'compras@boaviagem.exemplo',
      ...CURITIBA,
    },
    { nome: 'Débora Nogueira', cpf_cnpj: '39053344705', email: 'debora@exemplo.com.br', ...GOIOERE },
    {
      nome: 'Transportes Serra Azul S.A.',
      nome_fantasia: 'Serra Azul',
      cpf_cnpj: '12ABC34501DE35',
      email: 'frota@serraazul.exemplo',
      ...PAULISTA,
    },
    { nome: 'Élcio Fagundes', cpf_cnpj: '16899535009', email: 'elcio.fagundes@exemplo.com.br', ...SE },
    { nome: 'Mecânica do Zé ME', cpf_cnpj: '11444777000161', email: 'ze@mecanicadoze.exemplo', ...GOIOERE },
    { nome: 'Patrícia Yamamoto', cpf_cnpj: '01234567890', email: 'patricia@exemplo.com.br', ...PAULISTA },
  ],
  fornecedores: [
    {
      nome: 'Distribuidora Rota Sul Ltda',
      cpf_cnpj: '90021382000122',
      email: 'vendas@rotasul.exemplo',
      telefone: '4130225500',
      ...CURITIBA,
    },
    {
      nome: 'Importadora Atlântico S.A.',
      cpf_cnpj: 'AB12CD34EF5602',
      email: 'comercial@atlantico.exemplo',
      telefone: '1132847700',
      ...PAULISTA,
    },
    {
      nome: 'Auto Peças Ipê',
      cpf_cnpj: '12345678000195',
      email: 'pedidos@pecasipe.exemplo',
      telefone: '44991234567',
      ...GOIOERE,
    },
    {
      nome: 'Central de Rolamentos',
      cpf_cnpj: '90024778000123',
      email: 'sac@centralrolamentos.exemplo',
      telefone: '08007771234',
      ...SE,
    },
  ],
  vendedores: [
    {
      nome: 'João Paulo Martins',
      cpf: '12345678909',
      comissao: '5',
      email: 'joao@aurora.exemplo',
      ...CURITIBA,
    },
    { nome: 'Luciana Freitas', cpf: '98765432100', comissao: '3.5', email: 'luciana@aurora.exemplo', ...SE },
    { nome: 'Régis Antunes', cpf: '28001238938', comissao: null, email: 'regis@aurora.exemplo', ...GOIOERE },
  ],
  depositos: [
    { nome: 'Loja Centro', descricao: 'Balcão e pronta entrega', ativo: true, ...CURITIBA },
    { nome: 'Galpão CIC', descricao: 'Volume e pré-venda', ativo: true, cidade: 'Curitiba', estado: 'PR' },
    { nome: 'Filial São Paulo', descricao: null, ativo: true, ...PAULISTA },
    { nome: 'Devoluções', descricao: 'Peças em análise de garantia', ativo: false },
  ],
};

/** A principal categoria, followed by its subcategorias. */
export const DEMO_CATEGORIAS: readonly [principal: string, ...subcategorias: string[]][] = [
  ['Filtros', 'Filtros de ar', 'Filtros de óleo', 'Filtros de combustível'],
  ['Freios', 'Pastilhas', 'Discos', 'Lonas', 'Fluidos'],
  ['Suspensão', 'Amortecedores', 'Molas', 'Bandejas'],
  ['Motor', 'Velas', 'Correias'],
  ['Acessórios'],
];
