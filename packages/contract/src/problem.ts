import * as z from 'zod/mini';

export const statusOf = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  /**
   * The act is sensitive and the sign-in is not fresh. The person confirms their identity, then the page
   * repeats the request.
   */
  confirm_identity: 403,
  /** The empresa demands two-step verification. The person switches it on, then repeats the request. */
  two_step_required: 403,
  /** The page shows an empresa of which the person is not, or is no longer, a membro. */
  not_a_membro: 403,
  not_found: 404,
  conflict: 409,
  limited: 429,
  unexpected: 500,
  upstream: 502,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof statusOf;

/** The server stops counting uses at this number. A total of MAX_USOS + 1 means that there are more. */
export const MAX_USOS = 10_000;

/** One kind of record that prevents a deletion: `{ registros: 'subcategorias', total: 3 }`. */
export const Uso = z.object({ registros: z.string(), total: z.int() });
export type Uso = z.infer<typeof Uso>;

/** The single shape of every refusal, sent as application/problem+json. */
export const Problem = z.object({
  codigo: z.enum(Object.keys(statusOf) as [ProblemCode, ...ProblemCode[]]),
  /** A Portuguese message for the person. */
  mensagem: z.string(),
  /** Maps a field name to its message. */
  campos: z.optional(z.record(z.string(), z.string())),
  /** The current record, on an update that is based on an older version. */
  atual: z.optional(z.looseObject({})),
  /** The person who changed that record last. */
  alterado_por: z.optional(z.nullable(z.string())),
  usos: z.optional(z.array(Uso)),
  /** The proven conexao that can move an account here which another empresa holds. */
  conexao: z.optional(z.uuid()),
  /** The request id in the server's log. */
  pedido: z.string(),
});
export type Problem = z.infer<typeof Problem>;
