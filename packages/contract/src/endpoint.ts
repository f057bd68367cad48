import * as z from 'zod/mini';
import type { Direito } from './papeis.ts';

/** The fallback message for schemas without one, so that no English message reaches a person. */
z.config({
  customError: ({ input }) =>
    input === undefined
      ? 'Falta este valor. Recarregue a página e tente de novo.'
      : 'Este valor não é válido.',
});

export interface EndpointConfig {
  /**
   * The callers that the endpoint serves. `session`: only a signed-in person. `machine`: another system,
   * never a page of ours.
   */
  auth: 'anonymous' | 'session' | 'machine';
  /** Whether the handler reads the rows of one empresa, through a `TenantDb`. */
  tenant: boolean;
  /**
   * The right that the person needs in the empresa. Every transaction of the request checks it. Null on endpoints
   * that use no empresa.
   */
  right: Direito | null;
  /**
   * The right that the person needs in each empresa that the request enters. Only endpoints of the person that enter
   * several empresas have it; each transaction checks it there.
   */
  rightInEach?: Direito;
  /**
   * The cost class. It selects the rate limit and the number of concurrent places at the database. `read` and
   * `write` are cheap. `search` scans an index. `summary` reads many rows of an empresa. `heavy` processes
   * files or calls external services. `sign-in` hashes a password. `notification` arrives by the thousands
   * from a few addresses.
   */
  cost: 'read' | 'search' | 'summary' | 'write' | 'heavy' | 'sign-in' | 'notification';
  /**
   * Whether the query can narrow this list. A request with a search or a filter costs as much as a `search`.
   */
  searchable?: true;
  /**
   * Marks a sensitive endpoint: the person must have signed in or confirmed their identity within the last
   * ten minutes. With values, a request is sensitive only if its body has these values. `by handler`: the
   * handler decides, because it depends on the stored record.
   */
  fresh?: true | 'by handler' | Readonly<Record<string, boolean>>;
  /**
   * Whether the empresa's policy applies. If the empresa demands two-step verification, a person without it
   * is refused with `two_step_required`. A read never declares this.
   */
  twoStep?: true;
  /** Declares that the body is a raw file of one of these content types, not JSON. */
  file?: { types: readonly string[]; maxBytes: number };
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  config: EndpointConfig;
  schema: {
    summary: string;
    tags: readonly string[];
    params?: z.ZodMiniType;
    querystring?: z.ZodMiniType;
    body?: z.ZodMiniType;
    response: Readonly<Record<number, z.ZodMiniType>>;
  };
}

/** Keeps the literal types of an endpoint. Fastify and the web client infer their types from them. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** The access and cost of endpoints about the signed-in person, which use no empresa. */
export const ownAccount = {
  read: { auth: 'session', tenant: false, cost: 'read', right: null },
  write: { auth: 'session', tenant: false, cost: 'write', right: null },
  /**
   * Refused with `confirm_identity` unless the person signed in or confirmed their identity within the last
   * ten minutes.
   */
  sensitive: { auth: 'session', tenant: false, cost: 'write', right: null, fresh: true },
} as const;

/** A uuid in lower case, as PostgreSQL prints it, because the code also compares ids as texts. */
export const uuid = (message?: string) => z.uuid(message).check(z.toLowerCase());

export const byId = z.object({ id: uuid('Este endereço não é válido.') });

/**
 * The maximum number of words of a search. A search uses the first twelve distinct words and ignores the
 * rest.
 */
export const MAX_PALAVRAS = 12;

/** `nome` sorts ascending, `-nome` descending. */
type Ordem<S extends string> = S | `-${S}`;

export const listQuery = <const S extends string, Filters extends z.core.$ZodShape>(
  sort: readonly S[],
  filters: Filters,
) =>
  z.object({
    ...filters,
    busca: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Busque por até 100 caracteres.'))),
    ordem: z.optional(
      z.enum(
        sort.flatMap((key): Ordem<S>[] => [key, `-${key}`]),
        'Esta ordenação não existe.',
      ),
    ),
    // The cursor contains the sort value of a row, which may be a name of 200 characters in any script.
    cursor: z.optional(z.string().check(z.maxLength(2000))),
    limite: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
  });

/**
 * One page of a list. `de` is the position of its first row. `total` counts the whole list, and is null where
 * that number is unknown. `parcial` means that more rows match than a search reads, so this page may miss
 * some of them.
 */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    itens: z.array(row),
    de: z.int(),
    anterior: z.nullable(z.string()),
    proximo: z.nullable(z.string()),
    total: z.nullable(z.int()),
    parcial: z.boolean(),
  });

/** An instant with the UTC offset that PostgreSQL prints. The web shows it in America/Sao_Paulo. */
export const instant = () => z.iso.datetime({ offset: true });

/** The id of the changes that one write made. `POST /api/historico/:lote/desfazer` reverts them. */
export const Lote = z.object({ lote: z.uuid() });

/** A deleted record as it was, with the lote that deleted it. */
const excluidoOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    lote: z.uuid(),
    excluido_em: instant(),
    excluido_por: z.nullable(z.string()),
    registro: row,
  });

/**
 * Adds `versao` to an input. `safeExtend` accepts inputs with refinements across fields, which `extend`
 * refuses. For a generic input it cannot prove that `versao` is missing, so the casts are needed.
 */
const withVersao = <Input extends z.ZodMiniObject>(input: Input) =>
  z.safeExtend(input, { versao: z.int() } as never) as unknown as ReturnType<
    typeof z.extend<Input, { versao: z.ZodMiniNumber<number> }>
  >;

/** A warning about a record that was saved in spite of it. */
export const Aviso = z.object({ campo: z.string(), mensagem: z.string() });
export type Aviso = z.infer<typeof Aviso>;

interface Register<Input, Row, Listed, Deleted, Filters, S, Right> {
  tag: string;
  /** The right that creating, updating and deleting need. Every membro may read. */
  right: Right;
  input: Input;
  row: Row;
  sort: readonly S[];
  /** The shape of a record in the list. Default: `row`. */
  listed?: Listed;
  /** The shape of a record in the trash. Default: `row`. */
  deleted?: Deleted;
  /** The filters of the list, as optional fields of the query, in addition to the search. */
  filters?: Filters;
}

/** The endpoints that every register has. Registers differ only in the schemas that they pass. */
export const recordEndpoints = <
  const U extends string,
  Input extends z.ZodMiniObject,
  Row extends z.ZodMiniObject,
  const S extends string,
  Listed extends z.ZodMiniType = Row,
  Deleted extends z.ZodMiniType = Row,
  Filters extends z.core.$ZodShape = Record<never, never>,
  const Right extends Direito = Direito,
>(
  url: U,
  register: Register<Input, Row, Listed, Deleted, Filters, S, Right>,
) => {
  const { tag, input, row, sort } = register;
  // If omitted, each equals the default of its type parameter.
  const listed = register.listed ?? (row as unknown as Listed);
  const deleted = register.deleted ?? (row as unknown as Deleted);
  const filters = register.filters ?? ({} as Filters);
  const saved = z.extend(row, { ...Lote.shape, avisos: z.optional(z.array(Aviso)) });
  const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;
  const write = { auth: 'session', tenant: true, cost: 'write', right: register.right } as const;
  const tags = [tag];
  return {
    list: endpoint({
      method: 'GET',
      url,
      config: { ...read, searchable: true },
      schema: {
        summary: `Lista ${tag}`,
        tags,
        querystring: listQuery(sort, filters),
        response: { 200: pageOf(listed) },
      },
    }),
    trash: endpoint({
      method: 'GET',
      url: `${url}/lixeira`,
      config: read,
      schema: {
        summary: `Lista o que foi excluído de ${tag} nos últimos 30 dias`,
        tags,
        querystring: z.object({ cursor: z.optional(z.uuid()) }),
        response: { 200: z.object({ itens: z.array(excluidoOf(deleted)), proximo: z.nullable(z.uuid()) }) },
      },
    }),
    get: endpoint({
      method: 'GET',
      url: `${url}/:id`,
      config: read,
      schema: { summary: `Lê um registro de ${tag}`, tags, params: byId, response: { 200: row } },
    }),
    create: endpoint({
      method: 'POST',
      url,
      config: write,
      schema: { summary: `Cadastra em ${tag}`, tags, body: input, response: { 201: saved } },
    }),
    update: endpoint({
      method: 'PUT',
      url: `${url}/:id`,
      config: write,
      schema: {
        summary: `Atualiza um registro de ${tag}; a versão lida antes vai junto`,
        tags,
        params: byId,
        body: withVersao(input),
        response: { 200: saved },
      },
    }),
    remove: endpoint({
      method: 'DELETE',
      url: `${url}/:id`,
      config: write,
      schema: { summary: `Exclui um registro de ${tag}`, tags, params: byId, response: { 200: Lote } },
    }),
  };
};
