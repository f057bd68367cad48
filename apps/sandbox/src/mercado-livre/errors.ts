/** The usual form of an error. */
export const refuse = (status: number, error: string, message: string, cause: readonly unknown[] = []) =>
  Response.json({ message, error, status, cause }, { status });

export const badRequest = (message: string) => refuse(400, 'bad_request', message);
export const notFound = (message: string) => refuse(404, 'not_found', message);

export const unauthorized = () =>
  Response.json({ code: 'unauthorized', message: 'invalid access token' }, { status: 401 });

export const accessDeniedBody = {
  status: 403,
  error: 'access_denied',
  message: 'access to the requested resource is forbidden',
  code: 'FORBIDDEN',
};
/** The resource belongs to another seller. */
export const accessDenied = () => Response.json(accessDeniedBody, { status: 403 });

export const invalidScopes = () =>
  Response.json({ status: 403, error: 'Invalid scopes', code: 'FORBIDDEN' }, { status: 403 });

/** A functional permission is missing. */
export const blockedByPolicy = () =>
  Response.json(
    {
      code: 'PA_UNAUTHORIZED_RESULT_FROM_POLICIES',
      blocked_by: 'PolicyAgent',
      message: 'At least one policy returned UNAUTHORIZED.',
      status: 403,
    },
    { status: 403 },
  );

export const itemNotFoundBody = (id: string) => ({
  message: `Item with id ${id} not found`,
  error: 'not_found',
  status: 404,
  cause: [],
});

/** A validation error with one cause. */
export const validationError = (code: string, references: readonly string[], message: string) =>
  refuse(400, 'validation_error', 'Validation error', [
    { department: 'items', cause_id: 147, type: 'error', code, references, message },
  ]);

/** The refusal by a rate limit. `wait` is the number of seconds until the next call is allowed. */
export function tooMany({ retryAfter, texto }: { retryAfter: boolean; texto: boolean }, wait: number) {
  const headers = retryAfter ? { 'retry-after': String(Math.max(1, Math.ceil(wait))) } : undefined;
  if (texto)
    return new Response('Too Many Requests', {
      status: 429,
      headers: { 'content-type': 'text/plain', ...headers },
    });
  const body = { message: 'local_rate_limited', error: 'local_rate_limited', status: 429, cause: [] };
  return Response.json(body, { status: 429, ...(headers && { headers }) });
}
