import { type Problem, type ProblemCode, statusOf } from '@prumo/contract/problem.ts';

type Details = Partial<Pick<Problem, 'campos' | 'atual' | 'alterado_por' | 'usos' | 'conexao'>>;

const RETRY_AFTER: Partial<Record<ProblemCode, number>> = { limited: 10, unavailable: 2 };

/** A refusal with a Portuguese message that a person can act on. Only the log shows `cause`. */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly details: Details;
  /** Seconds until the client may retry the request. Every `limited` and `unavailable` error has a value. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode,
    message: string,
    details: Details & { cause?: unknown; retryAfter?: number } = {},
  ) {
    const { cause, retryAfter, ...rest } = details;
    super(message, { cause });
    this.code = code;
    this.details = rest;
    this.retryAfter = retryAfter ?? RETRY_AFTER[code];
  }

  get status(): number {
    return statusOf[this.code];
  }
}

export const unavailable = (cause?: unknown) =>
  new AppError('unavailable', 'O sistema está se recuperando. Tente de novo em alguns segundos.', { cause });

export const unauthenticated = (cause?: unknown) =>
  new AppError('unauthenticated', 'Sua sessão terminou. Entre de novo para continuar.', { cause });

/** Refuses a page of an empresa that the person has left or never belonged to. */
export const notAMembro = (cause?: unknown) =>
  new AppError(
    'not_a_membro',
    'Você não faz parte desta empresa. Troque de empresa ou peça um convite a quem a administra.',
    { cause },
  );

/** Refuses what the person's papel does not allow. */
export const withoutRight = (cause?: unknown) =>
  new AppError(
    'forbidden',
    'Seu papel nesta empresa não permite isto. Peça a um dono ou administrador da empresa.',
    { cause },
  );

/** Refuses a change of an empresa that waits for its deletion. */
export const beingDeleted = (cause?: unknown) =>
  new AppError(
    'forbidden',
    'Esta empresa será excluída e até lá só pode ser consultada. Um dono pode cancelar a exclusão em Configuração › Dados e privacidade.',
    { cause },
  );

/** Refuses a form with a field that the person's papel may neither see nor send. */
export const withoutRightOfField = () =>
  new AppError(
    'forbidden',
    'Seu papel nesta empresa não permite alterar um dos campos enviados. Recarregue a página e salve de novo, ou peça a um dono ou administrador da empresa.',
  );

/** Refuses a `fresh` route when the person's last proof of identity is older than ten minutes. */
export const confirmIdentity = () =>
  new AppError('confirm_identity', 'Por segurança, confirme que é você para continuar.');

/**
 * Refuses a person without two-step verification where the empresa demands it for connecting marketplace
 * accounts.
 */
export const twoStepRequired = () =>
  new AppError(
    'two_step_required',
    'Sua empresa exige a verificação em duas etapas para conectar contas. Ligue-a e tente de novo.',
  );

/** Throws 404 for a missing row. A record of another empresa gives the same 404 as one that never existed. */
export function found<T>(row: T | undefined, message: string): T {
  if (row === undefined) throw new AppError('not_found', message);
  return row;
}

/**
 * Maps a constraint name to the message for its violation and to the field of the form that the message
 * belongs to. A foreign key can be violated at either end. `inUse` is the message for deleting or changing a
 * row that others refer to.
 */
export type Explanations = Readonly<Record<string, { message: string; field?: string; inUse?: string }>>;

/** The fields of a PostgreSQL error that we read. */
interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
}

/**
 * Returns the name of the violated constraint. Citus leaves `constraint` empty; its message names the shard's
 * constraint, such as `marcas_nome_check_102303`.
 */
function constraintOf(error: DatabaseError): string | undefined {
  const name = error.constraint ?? /constraint "([^"]+)"/.exec(error.message)?.[1];
  return name?.replace(/_\d+$/, '');
}

/** Raised by `use_session` for a session that has ended. */
const NO_SESSION = 'PR401';
/** Raised by `use_session` for a person who is not a membro of the empresa. */
const NO_MEMBRO = 'PR410';
/** Raised by the door and by the triggers of the tables for a right that the papel lacks. */
const NO_RIGHT = 'PR403';
/** Raised by the door and by the triggers in an empresa that waits for its deletion. */
const BEING_DELETED = 'PR423';
/** `query_canceled`: a statement ran longer than its budget. */
const CANCELLED = '57014';
/** `restrict_violation`: a row is still referred to by a foreign key declared `on delete restrict`. */
const IN_USE = '23001';
const RETRYABLE = new Set(['40001', '40P01']);
/** Lost connection, server starting or stopping, too many connections, disk full, or a timeout. */
const UNAVAILABLE = /^(08|53|57|55P03|25P0[34])/;
/**
 * A connection to a read-only server counts as lost, because after a failover a new connection may reach the
 * primary.
 */
const READ_ONLY = '25006';
/** The message of `0A000` on a hot standby, which cannot read unlogged tables: `… during recovery`. */
const IN_RECOVERY = /during recovery/;
const CONNECTION_LOST =
  /ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|Connection terminated|connection timeout|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

export const isNoSession = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === NO_SESSION;

export const isNoMembro = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === NO_MEMBRO;

/** Whether the person was refused because the papel lacks a right. */
export const isWithoutRight = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'forbidden'
    : error instanceof Error && 'code' in error && error.code === NO_RIGHT;

export const isBeingDeleted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === BEING_DELETED;

export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && RETRYABLE.has(String(error.code));

export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (CONNECTION_LOST.test(`${'code' in error ? error.code : ''} ${error.message}`) ||
    ('code' in error && /^(08|57P)/.test(String(error.code))) ||
    isReadOnly(error));

/**
 * Class 22 of SQLSTATE, `data exception`. PostgreSQL could not use a value, such as a forged cursor or a NUL
 * character in a search. A defect of a statement raises the same class.
 */
export function isDataException(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return code?.startsWith('22') === true;
}

/** Whether the server is a hot standby, or its transactions are set to read-only. */
const isReadOnly = (error: DatabaseError): boolean =>
  error.code === READ_ONLY || (error.code === '0A000' && IN_RECOVERY.test(error.message));

/** Turns any thrown value into the refusal that the person sees. */
export function toAppError(error: unknown, explanations: Explanations): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return new AppError('unexpected', UNEXPECTED, { cause: error });
  const { code } = error as DatabaseError;
  if (isNoSession(error)) return unauthenticated(error);
  if (isNoMembro(error)) return notAMembro(error);
  if (code === NO_RIGHT) return withoutRight(error);
  if (isBeingDeleted(error)) return beingDeleted(error);
  if (code === CANCELLED)
    return new AppError(
      'unavailable',
      'Esta operação demorou demais e foi interrompida. Tente de novo; numa busca, use um filtro mais preciso.',
      { cause: error },
    );
  if (isConnectionLost(error) || (code !== undefined && UNAVAILABLE.test(code))) return unavailable(error);
  if (isRetryable(error))
    return new AppError('conflict', 'Outra pessoa alterou o mesmo registro agora. Tente de novo.', {
      cause: error,
    });
  if (isDataException(error))
    return new AppError('invalid', 'Um dos valores enviados não é válido. Confira e tente de novo.', {
      cause: error,
    });
  const name = code?.startsWith('23') ? constraintOf(error) : undefined;
  const explanation = name === undefined ? undefined : explanations[name];
  if (explanation?.inUse && code === IN_USE)
    return new AppError('conflict', explanation.inUse, { cause: error });
  if (explanation !== undefined)
    return new AppError(code === '23514' ? 'invalid' : 'conflict', explanation.message, {
      ...(explanation.field && { campos: { [explanation.field]: explanation.message } }),
      cause: error,
    });
  return new AppError('unexpected', UNEXPECTED, { cause: error });
}

const UNEXPECTED = 'Algo deu errado do nosso lado. Tente de novo; se continuar, fale com o suporte.';
