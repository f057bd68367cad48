import { badRequest } from '#mercado-livre/errors.ts';

/** The JSON object in the body, or the refusal. */
export async function readObject(request: Request): Promise<Record<string, unknown> | Response> {
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    return badRequest('Content-Type must be application/json');
  try {
    const body: unknown = JSON.parse(await request.text());
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  } catch {
    // The line below refuses a body that is not JSON.
  }
  return badRequest('The body is not valid JSON');
}
