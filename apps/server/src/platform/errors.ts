import { type Problem, type ProblemCode, statusOf } from '@prumo/contract/problem.ts';

type Details = Partial<Pick<Problem, 'campos' | 'atual' | 'alterado_por' | 'usos' | 'conexao'>>;

/** A refusal in words a person can act on; `cause` is for the log. */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly details: Details;

  constructor(code: ProblemCode, message: string, details: Details & { cause?: unknown } = {}) {
    const { cause, ...rest } = details;
    super(message, { cause });
    this.code = code;
    this.details = rest;
  }

  get status(): number {
    return statusOf[this.code];
  }
}

export const unavailable = (cause?: unknown) =>
  new AppError('unavailable', 'O sistema está se recuperando. Tente de novo em alguns segundos.', { cause });

export const unauthenticated = (cause?: unknown) =>
  new AppError('unauthenticated', 'Sua sessão terminou. Entre de novo para continuar.', { cause });

/** Sensitive, and the sign-in is older than ten minutes. */
export const confirmIdentity = () =>
  new AppError('confirm_identity', 'Por segurança, confirme que é você para continuar.');

/** Marketplaces are worked with by people whose account takes more than a senha to open. */
export const twoStepRequired = () =>
  new AppError('two_step_required', 'Para trabalhar com marketplaces, ligue a verificação em duas etapas.');

/** Another empresa's record is as absent as one that never existed. */
export function found<T>(row: T | undefined, message: string): T {
  if (row === undefined) throw new AppError('not_found', message);
  return row;
}

/**
 * What the database refuses, in words: constraint name → sentence, and the field it belongs to. A reference is refused
 * at either end: `inUse` is said to whoever would take away or change what is referred to.
 */
export type Explanations = Readonly<Record<string, { message: string; field?: string; inUse?: string }>>;

/** The fields of a PostgreSQL error that we read. */
interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
}

/** Citus leaves `constraint` empty and names the shard's own, `marcas_nome_check_102303`, in the message. */
function constraintOf(error: DatabaseError): string | undefined {
  const name = error.constraint ?? /constraint "([^"]+)"/.exec(error.message)?.[1];
  return name?.replace(/_\d+$/, '');
}

/** Raised by `use_session` for a token that opens nothing. */
const NO_SESSION = 'PR401';
/** `restrict_violation`: of a foreign key declared `on delete restrict`. */
const IN_USE = '23001';
const RETRYABLE = new Set(['40001', '40P01']);
/** Connection lost, server starting or stopping, too many connections, out of disk, a time limit reached. */
const UNAVAILABLE = /^(08|53|57|55P03|25P0[34])/;
const CONNECTION_LOST =
  /ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|connection timeout|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && RETRYABLE.has(String(error.code));

export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (CONNECTION_LOST.test(`${'code' in error ? error.code : ''} ${error.message}`) ||
    ('code' in error && /^(08|57P)/.test(String(error.code))));

/** Turns whatever was thrown into the refusal a person sees. */
export function toAppError(error: unknown, explanations: Explanations): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return new AppError('unexpected', UNEXPECTED, { cause: error });
  const { code } = error as DatabaseError;
  if (code === NO_SESSION) return unauthenticated(error);
  if (isConnectionLost(error) || (code !== undefined && UNAVAILABLE.test(code))) return unavailable(error);
  if (isRetryable(error))
    return new AppError('conflict', 'Outra pessoa alterou o mesmo registro agora. Tente de novo.', {
      cause: error,
    });
  // A value PostgreSQL cannot read: a forged cursor, a NUL in a search.
  if (code?.startsWith('22'))
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
