import { MAX_TAKEN_APART, written } from './hostile.ts';
import { type Request, targetOf } from './request.ts';

/**
 * Searches for a smaller request that fails in the same way. It removes headers, parameters and fields and
 * halves texts, one change at a time. Returns null if the request does not fail a second time, because its
 * failure then depends on earlier requests.
 */
export async function shrink(
  request: Request,
  fails: (request: Request) => Promise<boolean>,
): Promise<Request | null> {
  if (!(await fails(request))) return null;
  let smallest = request;
  let tries = 120;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const candidate of smallerThan(smallest)) {
      if (tries-- === 0) return smallest;
      if (!(await fails(candidate))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

function* smallerThan(request: Request): Generator<Request> {
  if (request.raw) return;
  for (const [index, [name]] of request.headers.entries())
    if (name !== 'Host') yield { ...request, headers: request.headers.filter((_, n) => n !== index) };
  for (const index of request.query.keys())
    yield { ...request, query: request.query.filter((_, n) => n !== index) };
  for (const [index, [name, value]] of request.query.entries())
    if (value.length > 1)
      yield { ...request, query: request.query.with(index, [name, value.slice(0, value.length >> 1)]) };
  for (const body of smallerBodies(request.body)) yield { ...request, body };
}

function* smallerBodies(body: Buffer | null): Generator<Buffer> {
  if (!body) return;
  let fields: unknown = null;
  try {
    if (body.length <= MAX_TAKEN_APART) fields = JSON.parse(body.toString());
  } catch {
    // The body is not JSON, so only its length can shrink.
  }
  if (fields === null && body.length > 8) yield body.subarray(0, body.length >> 1);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return;
  for (const [name, value] of Object.entries(fields)) {
    yield Buffer.from(written({ ...fields, [name]: undefined }));
    if (typeof value === 'string' && value.length > 1)
      yield Buffer.from(written({ ...fields, [name]: value.slice(0, value.length >> 1) }));
  }
}

/**
 * A shell command that sends the request. `<member>` or `<plain>` stands for the session cookie of that
 * person. The command shows at most 600 bytes of a value, so it does not reproduce a longer one.
 */
export function asCurl(request: Request, base: string): string {
  if (request.raw)
    return `printf %b ${quoted(request.raw.bytes)} | nc ${new URL(base).host.replace(':', ' ')}`;
  const headers = request.headers
    .filter(([name]) => name !== 'Host')
    .map(([name, value]) => `-H ${quoted(`${name}: ${name === 'Cookie' ? `<${request.who}>` : value}`)}`);
  const body = request.body ? ` --data-binary ${quoted(request.body)}` : '';
  return `curl -X ${request.method} --path-as-is ${quoted(base + targetOf(request))} ${headers.join(' ')}${body}`;
}

const SHOWN = 600;

/** The shell's `$'…'` form, which can express any byte. */
function quoted(value: string | Buffer): string {
  const bytes = Buffer.from(value as string, 'latin1');
  const text = bytes
    .subarray(0, SHOWN)
    .toString('latin1')
    .replaceAll(/[^ -~]|['\\]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `$'${text}'${bytes.length > SHOWN ? ` # … ${bytes.length} bytes` : ''}`;
}
