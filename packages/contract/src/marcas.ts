import * as z from 'zod/mini';
import { instant, recordEndpoints } from './endpoint.ts';
import { orNull, requiredText, stored, text } from './text.ts';

export const MarcaInput = z.strictObject({
  nome: requiredText(100, 'Nome é obrigatório'),
  descricao: orNull(text(2000)),
  logo_url: z.nullable(
    z.url({ protocol: /^https?$/, error: 'Informe um endereço completo, começando com https://' }),
  ),
});
export type MarcaInput = z.infer<typeof MarcaInput>;

export const Marca = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  ...stored(MarcaInput.shape),
  versao: z.int(),
  created_at: instant(),
});
export type Marca = z.infer<typeof Marca>;

export const marcas = recordEndpoints('/api/marcas', {
  tag: 'marcas',
  right: 'alterar_produtos',
  input: MarcaInput,
  row: Marca,
  sort: ['nome', 'created_at'],
});
