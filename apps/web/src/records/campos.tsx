import { categorias } from '@prumo/contract/categorias.ts';
import { depositos } from '@prumo/contract/depositos.ts';
import { fornecedores } from '@prumo/contract/fornecedores.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { formatMoney, formatQuantity } from '#lib/numbers/format.ts';
import { RecordNameOf } from '#records/picker/record-name-of.tsx';
import type { FieldLabel } from '#records/stale-notice.tsx';

const yesOrNo = (label: string): FieldLabel => ({
  label,
  shown: (value) => (value === 'true' ? 'Sim' : 'Não'),
});

/** The fields of every register, in the order in which a change shows them. */
export const CAMPOS: Readonly<Record<string, FieldLabel>> = {
  nome: 'Nome',
  nome_fantasia: 'Nome fantasia',
  razao_social: 'Razão social',
  descricao: 'Descrição',
  logo_url: 'Logo',
  principal: yesOrNo('Categoria principal'),
  parent_id: { label: 'Categoria principal', shown: (id) => <RecordNameOf of={categorias} id={id} /> },
  sku: 'SKU',
  cod_referencia: 'Códigos de referência',
  marca_id: { label: 'Marca', shown: (id) => <RecordNameOf of={marcas} id={id} /> },
  categoria_id: { label: 'Categoria', shown: (id) => <RecordNameOf of={categorias} id={id} /> },
  fornecedor_id: { label: 'Fornecedor', shown: (id) => <RecordNameOf of={fornecedores} id={id} /> },
  custo_unitario: { label: 'Custo unitário', shown: formatMoney },
  preco_venda: { label: 'Preço de venda', shown: formatMoney },
  deposito_id: { label: 'Depósito', shown: (id) => <RecordNameOf of={depositos} id={id} /> },
  minimo: { label: 'Mínimo', shown: formatQuantity },
  ativo: yesOrNo('Ativo'),
  cpf: 'CPF',
  cnpj: 'CNPJ',
  cpf_cnpj: 'CPF/CNPJ',
  inscricao_estadual: 'Inscrição estadual',
  email: 'Email',
  telefone: 'Telefone',
  comissao: 'Comissão (%)',
  cep: 'CEP',
  endereco: 'Endereço',
  numero: 'Número',
  complemento: 'Complemento',
  bairro: 'Bairro',
  cidade: 'Cidade',
  estado: 'Estado',
};
