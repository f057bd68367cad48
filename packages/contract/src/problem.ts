import * as z from 'zod/mini';

export const statusOf = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  /** The act is sensitive and the sign-in is not fresh: confirm who you are, then send it again. */
  confirm_identity: 403,
  /** Only for people with two-step verification: switch it on, then send it again. */
  two_step_required: 403,
  not_found: 404,
  conflict: 409,
  limited: 429,
  unexpected: 500,
  upstream: 502,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof statusOf;

/** What uses a record that cannot be deleted because of it: `{ registros: 'subcategorias', total: 3 }`. */
const Uso = z.object({ registros: z.string(), total: z.int() });
export type Uso = z.infer<typeof Uso>;

/** The one shape of every refusal, sent as application/problem+json. */
export const Problem = z.object({
  codigo: z.enum(Object.keys(statusOf) as [ProblemCode, ...ProblemCode[]]),
  /** A sentence for the person, in Portuguese. */
  mensagem: z.string(),
  /** Field name → sentence. */
  campos: z.optional(z.record(z.string(), z.string())),
  /** On a stale update: the record as it is now, and who changed it last. */
  atual: z.optional(z.looseObject({})),
  alterado_por: z.optional(z.nullable(z.string())),
  usos: z.optional(z.array(Uso)),
  /** On an account another empresa holds: the proven connection that can bring it here. */
  conexao: z.optional(z.uuid()),
  /** Names this request in the server's log. */
  pedido: z.string(),
});
export type Problem = z.infer<typeof Problem>;
