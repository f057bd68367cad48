import { setTimeout as sleep } from 'node:timers/promises';

export type Distortion =
  | '206'
  | 'lento'
  | 'gotejamento'
  | 'fora-depois'
  | 'corta'
  | 'truncado'
  | 'forma'
  | 'campo-ausente'
  | '200-erro'
  | 'html'
  | 'charset'
  | 'grande'
  | 'duplicado'
  | 'parcial';

const LATE_MS = 60_000;
const DRIP_MS = 1000;
const LARGE = 16 * 1024 * 1024;
/** The fields that the fault '206' removes from an answer. */
const MISSABLE = ['payments', 'shipping', 'seller_reputation', 'pictures', 'available_filters'];
/** Essential fields of answers. The fault 'campo-ausente' renames the first one that the answer has. */
const CENTRAL = ['access_token', 'results', 'locations', 'orders', 'id'];

/** Distorts the correct answer. */
export async function distort(kind: Distortion, right: Response): Promise<Response> {
  const text = await right.text();
  const json = (body: unknown) => Response.json(body, { status: right.status });
  const raw = (body: string | Uint8Array<ArrayBuffer> | ReadableStream, type = 'application/json') =>
    new Response(body, { status: right.status, headers: { 'content-type': type } });
  switch (kind) {
    case 'lento':
      // Without `ref: false` the timer would keep the process alive after `stop`.
      await sleep(LATE_MS, undefined, { ref: false });
      return raw(text);
    case 'gotejamento':
      return raw(drip(text));
    case 'fora-depois':
      return Response.error();
    case 'corta':
      return raw(breakOff(text));
    case 'truncado':
      return raw(text.slice(0, Math.floor(text.length / 2)));
    case 'forma':
      return json({ status: 'ok', data: [{ id: null, results: 'nenhum' }] });
    case 'campo-ausente':
      return json(rename(parse(text)));
    case '200-erro':
      return Response.json({
        message: 'Internal server error',
        error: 'internal_error',
        status: 500,
        cause: [],
      });
    case 'html':
      return new Response('<!doctype html><title>Em manutenção</title>', {
        headers: { 'content-type': 'text/html' },
      });
    case 'charset':
      return raw(Buffer.from(text, 'latin1'), 'application/json; charset=iso-8859-1');
    case 'grande':
      return raw(`${text}${' '.repeat(LARGE)}`);
    case 'duplicado':
      return json(eachList(parse(text), (list) => [...list, ...list.slice(0, 3)]));
    case 'parcial':
      return json(eachList(parse(text), (list) => list.map(spoilEntry)));
    case '206':
      return Response.json(withoutParts(parse(text)), {
        status: 206,
        headers: { 'x-content-missing': MISSABLE.filter((name) => text.includes(`"${name}":`)).join(',') },
      });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Applies the change to the answer if it is a list, otherwise to its `results`. */
function eachList(body: unknown, change: (list: readonly unknown[]) => unknown[]): unknown {
  if (Array.isArray(body)) return change(body);
  if (typeof body !== 'object' || body === null || !('results' in body)) return body;
  return Array.isArray(body.results) ? { ...body, results: change(body.results) } : body;
}

/** Of three entries, one stays as it is, one becomes an error 500, and one is complete but has status 206. */
function spoilEntry(entry: unknown, n: number): unknown {
  if (typeof entry !== 'object' || entry === null || n % 3 === 0) return entry;
  return n % 3 === 1 ? { status_code: 500 } : { ...entry, status_code: 206 };
}

function withoutParts(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) return body.map(withoutParts);
  const kept = Object.entries(body).filter(([name]) => !MISSABLE.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'results' || name === 'body' ? withoutParts(value) : value]),
  );
}

function rename(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) return body.map(rename);
  const name = CENTRAL.find((each) => Object.hasOwn(body, each));
  if (name === undefined) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key === name ? `${key}_v2` : key, value]),
  );
}

function drip(text: string): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text);
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await sleep(DRIP_MS, undefined, { ref: false });
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + 1));
      at += 1;
    },
  });
}

function breakOff(text: string): ReadableStream<Uint8Array> {
  let isFirst = true;
  return new ReadableStream({
    async pull(controller) {
      if (isFirst) controller.enqueue(Buffer.from(text.slice(0, Math.floor(text.length / 2))));
      else {
        // Waits until the first part has been sent.
        await sleep(20);
        controller.error(new Error('broken off on purpose'));
      }
      isFirst = false;
    },
  });
}
