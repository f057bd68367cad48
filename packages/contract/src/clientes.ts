import * as z from 'zod/mini';
import { email } from './contato.ts';
import { cpfCnpj } from './documento.ts';
import { cep, uf } from './endereco.ts';
import { instant, recordEndpoints } from './endpoint.ts';
import { isStorable, orNull, requiredText, stored, text } from './text.ts';

const fields = {
  nome: requiredText(200, 'Nome é obrigatório'),
  cpf_cnpj: cpfCnpj(11),
  nome_fantasia: orNull(text(200)),
  inscricao_estadual: orNull(text(20)),
  cep: orNull(cep()),
  endereco: orNull(text(255)),
  numero: orNull(text(20)),
  /** The same maximum length as in the company registry. */
  complemento: orNull(text(200)),
  bairro: orNull(text(100)),
  cidade: orNull(text(100)),
  estado: orNull(uf()),
  email: email(),
};

/** The maximum length of a senha. A longer one would only slow down hashing. */
const MAX_SENHA = 128;

const senha = (tooShort: string) =>
  z
    .string()
    .check(
      z.minLength(6, tooShort),
      z.maxLength(MAX_SENHA, `Use até ${MAX_SENHA} caracteres.`),
      z.refine(isStorable, 'Retire os caracteres inválidos.'),
    );

export const ClienteInput = z
  .strictObject({
    ...fields,
    /**
     * The server stores only a hash and never returns it (ADR 0010), so every update must send the senha
     * again.
     */
    senha: senha('Senha deve ter no mínimo 6 caracteres'),
    confirmar_senha: senha('Confirme a senha'),
  })
  .check(
    z.refine(({ senha, confirmar_senha }) => senha === confirmar_senha, {
      path: ['confirmar_senha'],
      error: 'As senhas não coincidem',
      // Reports the mismatch together with the issues of other fields, but not in addition to a confirmation
      // that is too short.
      when: ({ value, issues }) =>
        typeof value === 'object' &&
        value !== null &&
        !issues.some(({ path }) => path?.[0] === 'confirmar_senha'),
    }),
  );
export type ClienteInput = z.infer<typeof ClienteInput>;

export const Cliente = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  ...stored(fields),
  versao: z.int(),
  created_at: instant(),
});
export type Cliente = z.infer<typeof Cliente>;

export const ClienteListado = z.pick(Cliente, {
  id: true,
  nome: true,
  cpf_cnpj: true,
  email: true,
  cidade: true,
  estado: true,
});
export type ClienteListado = z.infer<typeof ClienteListado>;

export const clientes = recordEndpoints('/api/clientes', {
  tag: 'clientes',
  right: 'alterar_clientes',
  input: ClienteInput,
  row: Cliente,
  listed: ClienteListado,
  sort: ['nome', 'created_at'],
});
