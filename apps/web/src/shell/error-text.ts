import { ProblemError } from '#lib/api.ts';
import { ChunkError } from '#lib/loading/load-chunk.ts';

/** The message of a thrown value, or its status text, because a route may throw a `Response`. */
export function errorText(error: unknown): string {
  if (typeof error === 'string' && error) return error;
  const { message, status, statusText } = Object(error) as Record<string, unknown>;
  if (typeof message === 'string' && message) return message;
  if (typeof statusText === 'string' && statusText) return statusText;
  return typeof status === 'number' ? `Status ${status}` : 'Erro sem mensagem.';
}

/** True when the server did not answer, or a part of the page did not arrive. */
export const isConnectionError = (error: unknown) =>
  error instanceof ChunkError ||
  (error instanceof ProblemError && (error.status === 0 || error.status >= 502 || error.status === 429));
