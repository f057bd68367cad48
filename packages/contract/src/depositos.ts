import * as z from 'zod/mini';
import { cep, uf } from './endereco.ts';
import { instant, recordEndpoints } from './endpoint.ts';
import { orNull, requiredText, stored, text } from './text.ts';

export const DepositoInput = z.strictObject({
  nome: requiredText(100, 'Nome é obrigatório'),
  /** When omitted, a new deposito is active and an existing one keeps its value. */
  ativo: z.optional(z.boolean()),
  descricao: orNull(text(500)),
  cep: orNull(cep()),
  estado: orNull(uf()),
  cidade: orNull(text(100)),
  endereco: orNull(text(200)),
  bairro: orNull(text(100)),
  numero: orNull(text(20)),
  complemento: orNull(text(100)),
});
export type DepositoInput = z.infer<typeof DepositoInput>;

export const Deposito = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  ...stored(DepositoInput.shape),
  ativo: z.boolean(),
  versao: z.int(),
  created_at: instant(),
});
export type Deposito = z.infer<typeof Deposito>;

export const depositos = recordEndpoints('/api/depositos', {
  tag: 'depositos',
  right: 'integrar',
  input: DepositoInput,
  row: Deposito,
  filters: {
    /** Lists only active depositos, which forms offer for stock. */
    ativo: z.optional(z.literal('true')),
  },
  sort: ['nome', 'created_at'],
});
