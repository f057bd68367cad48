/** The message of a thrown value, or its status text, because a route may throw a `Response`. */
export function errorText(error: unknown): string {
  if (typeof error === 'string' && error) return error;
  const { message, status, statusText } = Object(error) as Record<string, unknown>;
  if (typeof message === 'string' && message) return message;
  if (typeof statusText === 'string' && statusText) return statusText;
  return typeof status === 'number' ? `Status ${status}` : 'Erro sem mensagem.';
}
