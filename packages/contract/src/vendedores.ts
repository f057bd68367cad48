import * as z from 'zod/mini';
import { email } from './contato.ts';
import { decimal } from './decimal.ts';
import { cpf } from './documento.ts';
import { cep, uf } from './endereco.ts';
import { instant, recordEndpoints } from './endpoint.ts';
import { orNull, requiredText, stored, text } from './text.ts';

export const VendedorInput = z.strictObject({
  nome: requiredText(200, 'Nome é obrigatório'),
  cpf: cpf(),
  /** The commission in percent. */
  comissao: z.nullable(
    decimal({ places: 2, max: 100, message: 'Informe de 0 a 100, com até duas casas decimais.' }),
  ),
  email: email(),
  cep: orNull(cep()),
  numero: orNull(text(20)),
  endereco: orNull(text(255)),
  bairro: orNull(text(100)),
  cidade: orNull(text(100)),
  estado: orNull(uf()),
});
export type VendedorInput = z.infer<typeof VendedorInput>;

export const Vendedor = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  ...stored(VendedorInput.shape),
  versao: z.int(),
  created_at: instant(),
});
export type Vendedor = z.infer<typeof Vendedor>;

export const vendedores = recordEndpoints('/api/vendedores', {
  tag: 'vendedores',
  right: 'alterar_clientes',
  input: VendedorInput,
  row: Vendedor,
  sort: ['nome', 'created_at'],
});
