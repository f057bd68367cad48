import * as z from 'zod/mini';
import { email, telefone } from './contato.ts';
import { cpfCnpj } from './documento.ts';
import { cep, uf } from './endereco.ts';
import { instant, recordEndpoints } from './endpoint.ts';
import { orNull, requiredText, stored, text } from './text.ts';

export const FornecedorInput = z.strictObject({
  nome: requiredText(200, 'Nome é obrigatório'),
  cpf_cnpj: cpfCnpj(1),
  email: email(),
  telefone: orNull(telefone()),
  cep: orNull(cep()),
  endereco: orNull(text(255)),
  numero: orNull(text(20)),
  /** The same maximum length as in the company registry. */
  complemento: orNull(text(200)),
  bairro: orNull(text(100)),
  cidade: orNull(text(100)),
  estado: orNull(uf()),
});
export type FornecedorInput = z.infer<typeof FornecedorInput>;

export const Fornecedor = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  ...stored(FornecedorInput.shape),
  versao: z.int(),
  created_at: instant(),
});
export type Fornecedor = z.infer<typeof Fornecedor>;

export const fornecedores = recordEndpoints('/api/fornecedores', {
  tag: 'fornecedores',
  right: 'alterar_produtos',
  input: FornecedorInput,
  row: Fornecedor,
  sort: ['nome', 'created_at'],
});
