import { type Mutation, type Request, targetOf, type Visitor, wireOf } from './request.ts';

const LONG = 'a'.repeat(7000);
const HEADERS: readonly (readonly [string, string])[] = [
  ...[
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/json;',
    'application/json ; a="',
    'json',
    '',
    ',',
    'application/json, text/html',
    'application/octet-stream',
    'application/problem+json',
    'APPLICATION/JSON',
    `application/json; a=${LONG}`,
  ].map((type) => ['Content-Type', type] as const),
  ...[
    '',
    '__Host-prumo=',
    '__Host-prumo=prs_x',
    `__Host-prumo=${LONG}`,
    '__Host-prumo=%00; __Host-prumo=\u00ff',
    ';;;=;=',
    'a',
    `${'a=b; '.repeat(1000)}`,
    '__Host-prumo-google=x; __Host-prumo-etapa=x; __Host-prumo-dispositivo=x',
  ].map((cookie) => ['Cookie', cookie] as const),
  ...['', 'x', '00000000-0000-0000-0000-000000000000', LONG, '\u00ff', 'a, b', '{}'].map(
    (key) => ['Idempotency-Key', key] as const,
  ),
  ...['', 'x', '00000000-0000-4000-8000-000000000000', LONG].map((user) => ['X-Usuario', user] as const),
  ...['', 'null', 'https://mau.exemplo', 'http://localhost:1', LONG].map(
    (origin) => ['Origin', origin] as const,
  ),
  ...['', 'text/html', 'image/*;q=2', LONG, '*'].map((accept) => ['Accept', accept] as const),
  ...['x', 'gzip;q=0, *;q=0', LONG].map((encoding) => ['Accept-Encoding', encoding] as const),
  ['Content-Encoding', 'gzip'],
  ['Expect', '100-continue'],
  ['Connection', 'close'],
  ['Upgrade-Insecure-Requests', '1'],
  ['Range', 'bytes=0-0, -99999999999'],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'ontem'],
  ['X-Forwarded-For', `${'1.2.3.4, '.repeat(200)}x`],
  ['X-Forwarded-Host', 'mau.exemplo'],
  ['Forwarded', 'for="[::1'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['User-Agent', LONG],
  ['User-Agent', '\u00ff\u00fe{{}}<script>'],
  ['Host', ''],
  ['Host', 'mau.exemplo:99999'],
  ['Content-Length', '0'],
];
const METHODS = [
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PUT',
  'DELETE',
  'POST',
  'GET',
  'PURGE',
  'QUERY',
];

export const breakHeaders: Mutation = (request, { world: { dice } }) => {
  if (dice.chance(0.15)) {
    const method = dice.pick(METHODS);
    return { ...request, kind: `method ${method}`, method, id: null };
  }
  const chosen = dice.pick(HEADERS);
  // A request with a body already has a Content-Length, and two different ones are malformed HTTP. So this
  // header is only tried without a body.
  if (chosen[0] === 'Content-Length' && request.body)
    return breakHeaders(request, { world: { dice } } as Visitor);
  const others = request.headers.filter(([name]) => name !== chosen[0]);
  if (dice.chance(0.1)) return { ...request, kind: `header ${chosen[0]} missing`, headers: others };
  if (dice.chance(0.1) && chosen[0] !== 'Host' && chosen[1].length < 1000)
    return { ...request, kind: `header ${chosen[0]} twice`, headers: [...request.headers, chosen] };
  return { ...request, kind: `header ${chosen[0]}`, headers: [...others, chosen] };
};

/** Breaks a request below HTTP: wrong lengths, invalid chunks, and bytes that are not a request. */
export const breakWire: Mutation = (request, { world: { dice } }) => {
  const body = request.body ?? Buffer.from('{}');
  const head = wireOf({ ...request, body: null })
    .bytes.toString('latin1')
    .slice(0, -2);
  const raw = (kind: string, text: string | Buffer, endsEarly = false): Request => ({
    ...request,
    kind,
    id: null,
    raw: { bytes: typeof text === 'string' ? Buffer.from(text, 'latin1') : text, endsEarly },
  });
  const text = body.toString('latin1');
  const chunk = (size: string) => `${head}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${text}\r\n0\r\n\r\n`;
  return dice.pick<() => Request>([
    () => raw('chunked', chunk(body.length.toString(16))),
    () => raw('chunked with an extension', chunk(`${body.length.toString(16)};a="b"`)),
    () => raw('a chunk size that is not a number', chunk('xyz')),
    () => raw('a chunk of a negative size', chunk('-1')),
    () => raw('a chunk size above 64 bits', chunk('fffffffffffffffff')),
    () => raw('a last chunk that never comes', `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n12`, true),
    () => raw('two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n${text}`),
    () => raw('length and chunks', `${head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    () =>
      raw(
        'an invalid length',
        `${head}Content-Length: ${dice.pick(['-1', '1e3', '0x5', '', '9'.repeat(30)])}\r\n\r\n${text}`,
      ),
    () =>
      raw(
        'a body shorter than its length',
        `${head}Content-Length: ${body.length + 50}\r\n\r\n${text}`,
        true,
      ),
    () =>
      raw(
        'a body longer than its length',
        `${head}Content-Length: ${Math.max(0, body.length - 1)}\r\n\r\n${text}`,
      ),
    () =>
      raw(
        'another encoding',
        `${head}Transfer-Encoding: ${dice.pick(['gzip', 'identity', 'chunked, chunked', 'xchunked'])}\r\n\r\n${text}`,
        true,
      ),
    () => raw('HTTP/1.0', `${request.method} ${targetOf(request)} HTTP/1.0\r\n\r\n`),
    () => raw('no host', `${request.method} ${targetOf(request)} HTTP/1.1\r\n\r\n`),
    () =>
      raw(
        'an absolute address',
        `${request.method} http://mau.exemplo${targetOf(request)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      ),
    () => raw('a star', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    () => raw('lines ended by LF', `${head.replaceAll('\r\n', '\n')}\n`),
    () => raw('a header without a name', `${head}: x\r\n\r\n`),
    () => raw('a header with NUL', `${head}X-A: a\u0000b\r\n\r\n`),
    () => raw('a folded header', `${head}X-A: a\r\n b\r\n\r\n`),
    () => raw('a space in the address', `GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    () =>
      raw(
        'raw bytes in the address',
        `GET /api/marcas/\u00ff\u00fe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      ),
    () => raw('headers too long', `${head}X-A: ${'a'.repeat(20_000)}\r\n\r\n`),
    () => raw('headers too many', `${head}${'X-A: a\r\n'.repeat(1900)}\r\n`),
    () => raw('HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    () => raw('TLS', Buffer.from('16030100c8010000c40303', 'hex'), true),
    () => raw('no HTTP', '\u0000\u0001\u0002lixo\r\n\r\n'),
    () => raw('nothing', '', true),
    () =>
      raw(
        'a huge body',
        Buffer.concat([
          // A server may close early after `Connection: close`. The reset then loses its answer (RFC 9112, 9.6).
          Buffer.from(
            `${head.replaceAll(/^connection:.*\r\n/gim, '')}Content-Length: 11000000\r\n\r\n`,
            'latin1',
          ),
          Buffer.alloc(11_000_000, 'x'),
        ]),
      ),
    () => raw('an upgrade', `${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
  ])();
};
