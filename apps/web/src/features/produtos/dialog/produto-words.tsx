import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import { categorias } from '@prumo/contract/categorias.ts';
import { depositos } from '@prumo/contract/depositos.ts';
import { fornecedores } from '@prumo/contract/fornecedores.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { SaldoInput } from '@prumo/contract/produtos.ts';
import { formatMoney, formatQuantity } from '#lib/numbers/format.ts';
import { RecordNameOf } from '#records/picker/record-name-of.tsx';
import { Thumbnail } from '#ui/photo/thumbnail.tsx';

export const saveWords = {
  create: 'Novo Produto',
  edit: 'Editar Produto',
  created: 'Produto cadastrado com sucesso!',
  updated: 'Produto atualizado com sucesso!',
  unread: 'Erro ao carregar dados',
  signedOut: 'Você precisa estar logado',
  saving: 'Salvando...',
};

/** Labels and formats of the fields, for the stale notice and the history. */
export const labels = {
  nome: 'Nome do Produto',
  categoria_id: { label: 'Categoria', shown: (id: string) => <RecordNameOf of={categorias} id={id} /> },
  marca_id: { label: 'Marca', shown: (id: string) => <RecordNameOf of={marcas} id={id} /> },
  fornecedor_id: { label: 'Fornecedor', shown: (id: string) => <RecordNameOf of={fornecedores} id={id} /> },
  sku: 'SKU',
  cod_referencia: 'Códigos de Referência',
  custo_unitario: { label: 'Custo Unitário', shown: formatMoney },
  preco_venda: { label: 'Preço de Venda', shown: formatMoney },
  fotos: { label: 'Fotos', shown: (url: string) => <SmallFoto url={url} /> },
  depositos: { label: 'Estoque por Depósito', shown: (json: string) => <SmallSaldo json={json} /> },
};

const SmallFoto = ({ url }: { url: string }) => (
  <span className="inline-block align-middle">
    <Thumbnail src={thumbnailOf(url)} alt="Foto" className="size-6 object-cover" />
  </span>
);

function SmallSaldo({ json }: { json: string }) {
  const { deposito_id, quantidade } = SaldoInput.parse(JSON.parse(json));
  return (
    <>
      <RecordNameOf of={depositos} id={deposito_id} /> (
      {quantidade === null ? 'removido' : formatQuantity(quantidade)})
    </>
  );
}
