import * as z from 'zod/mini';

/** Where a schema has no sentence of its own: what reaches a person is never in English. */
z.config({
  customError: ({ input }) =>
    input === undefined
      ? 'Falta este valor. Recarregue a página e tente de novo.'
      : 'Este valor não é válido.',
});

export interface EndpointConfig {
  /** `session`: answered only to a signed-in user. `machine`: called by another system, from no page of ours. */
  auth: 'anonymous' | 'session' | 'machine';
  /** The handler sees the rows of one empresa, through a `TenantDb`. */
  tenant: boolean;
  /**
   * What the rate limit counts: a read is cheap, a sign-in hashes a password, a heavy call works on files or asks others;
   * a notification comes in thousands from a few addresses.
   */
  cost: 'read' | 'write' | 'heavy' | 'sign-in' | 'notification';
  /** Sensitive: the person must have signed in, or confirmed who they are, within the last ten minutes. */
  fresh?: true;
  /** Refused with `two_step_required` to a person without two-step verification. */
  twoStep?: true;
  /** The body is a file as it is, of one of these content types, not JSON. */
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

/** Keeps the literal types of an endpoint, which Fastify and the client infer from. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** About the person who is signed in, whatever the empresa. */
export const ownAccount = {
  read: { auth: 'session', tenant: false, cost: 'read' },
  write: { auth: 'session', tenant: false, cost: 'write' },
  /** Refused with `confirm_identity` unless the person signed in or confirmed within the last ten minutes. */
  sensitive: { auth: 'session', tenant: false, cost: 'write', fresh: true },
} as const;

/** In small letters, as PostgreSQL writes them: ids are compared as texts too. */
export const uuid = (message?: string) => z.uuid(message).check(z.toLowerCase());

export const byId = z.object({ id: uuid('Este endereço não é válido.') });

/** `nome` ascends, `-nome` descends. */
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
    // It holds the sort value of a row, which may be a name of 200 letters of any script.
    cursor: z.optional(z.string().check(z.maxLength(2000))),
    limite: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
  });

/** One page of a list; `de` is the position of its first row, `total` counts the whole list where it is known. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    itens: z.array(row),
    de: z.int(),
    anterior: z.nullable(z.string()),
    proximo: z.nullable(z.string()),
    total: z.nullable(z.int()),
  });

/** With the offset PostgreSQL writes; shown in America/Sao_Paulo. */
export const instant = () => z.iso.datetime({ offset: true });

/** The batch of changes a write made; `POST /api/historico/:lote/desfazer` reverses it. */
export const Lote = z.object({ lote: z.uuid() });

/** A deleted record as it was, with the batch that deleted it. */
const excluidoOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    lote: z.uuid(),
    excluido_em: instant(),
    excluido_por: z.nullable(z.string()),
    registro: row,
  });

/** An input may have rules across its fields, which `extend` would refuse; of a type not known yet `safeExtend` cannot tell that it has no `versao`. */
const withVersao = <Input extends z.ZodMiniObject>(input: Input) =>
  z.safeExtend(input, { versao: z.int() } as never) as unknown as ReturnType<
    typeof z.extend<Input, { versao: z.ZodMiniNumber<number> }>
  >;

/** Something to look at in a record that was saved all the same. */
export const Aviso = z.object({ campo: z.string(), mensagem: z.string() });
export type Aviso = z.infer<typeof Aviso>;

interface Register<Input, Row, Listed, Deleted, Filters, S> {
  tag: string;
  input: Input;
  row: Row;
  sort: readonly S[];
  /** What the list shows of a record, where that is not the record itself. */
  listed?: Listed;
  /** What the trash shows of a record, where that is not the record itself. */
  deleted?: Deleted;
  /** What the list can be narrowed to, beside the search: optional fields of the query. */
  filters?: Filters;
}

/** The endpoints every register has. What differs between registers is in what they are made of. */
export const recordEndpoints = <
  const U extends string,
  Input extends z.ZodMiniObject,
  Row extends z.ZodMiniObject,
  const S extends string,
  Listed extends z.ZodMiniType = Row,
  Deleted extends z.ZodMiniType = Row,
  Filters extends z.core.$ZodShape = Record<never, never>,
>(
  url: U,
  register: Register<Input, Row, Listed, Deleted, Filters, S>,
) => {
  const { tag, input, row, sort } = register;
  // Left out, they are what their type parameters default to.
  const listed = register.listed ?? (row as unknown as Listed);
  const deleted = register.deleted ?? (row as unknown as Deleted);
  const filters = register.filters ?? ({} as Filters);
  const saved = z.extend(row, { ...Lote.shape, avisos: z.optional(z.array(Aviso)) });
  const read = { auth: 'session', tenant: true, cost: 'read' } as const;
  const write = { auth: 'session', tenant: true, cost: 'write' } as const;
  const tags = [tag];
  return {
    list: endpoint({
      method: 'GET',
      url,
      config: read,
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
