import type { Aviso, Endpoint } from '@prumo/contract/endpoint.ts';
import type * as z from 'zod/mini';

/** The fields every record has besides its own. */
export interface Stored {
  id: string;
  versao: number;
}

/**
 * The answer to a save. `lote` identifies the batch of changes, so that an undo can name it. A save without a
 * lote cannot be undone.
 */
export type Saved<Row> = Row & { lote?: string | undefined; avisos?: Aviso[] | undefined };

type ById = z.ZodMiniType<{ id: string }, { id: string }>;
type Lote = z.ZodMiniType<{ lote: string }>;

/**
 * An endpoint with only the parts that matter here. It is a type alias, because an interface would not match
 * the index signatures of `Endpoint`.
 */
type EndpointWith<S> = Omit<Endpoint, 'schema'> & {
  schema: Pick<Endpoint['schema'], 'summary' | 'tags'> & S;
};

/** The endpoints of a register, as `recordEndpoints` of the contract creates them. */
export interface Register<Row, Input> {
  get: EndpointWith<{ params: ById; response: { 200: z.ZodMiniType<Row> } }>;
  /** Missing where people only edit the record, such as the empresa. `input` is then the schema of its fields. */
  create?: EndpointWith<{ body: z.ZodMiniType<Input, Input>; response: { 201: z.ZodMiniType<Saved<Row>> } }>;
  input?: z.ZodMiniType<Input, Input>;
  update: EndpointWith<{
    params: ById;
    body: z.ZodMiniType<unknown, Input & { versao: number }>;
    response: { 200: z.ZodMiniType<Saved<Row>> };
  }>;
}

export interface Removable {
  remove: EndpointWith<{ params: ById; response: { 200: Lote } }>;
}

export interface Deleted<Row> {
  lote: string;
  excluido_em: string;
  excluido_por: string | null;
  registro: Row;
}

export interface WithTrash<Row> {
  /** Restoring needs the right that creating needs. */
  create: Pick<Endpoint, 'config'>;
  trash: EndpointWith<{
    querystring: z.ZodMiniType<unknown, { cursor?: string | undefined }>;
    response: { 200: z.ZodMiniType<{ itens: Deleted<Row>[]; proximo: string | null }> };
  }>;
}
