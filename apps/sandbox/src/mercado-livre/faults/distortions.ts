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
const MISSABLE = [
  'payments',
  'shipping',
  'seller_reputation',
  'pictures',
  'available_filters',
  'logistic',
  'lead_time',
  'destination',
  'senders',
  'shipment',
  'players',
  'resolution',
  'not_available_detail',
];
/** Fields that contain the whole answer, or a list of answers. */
const CARRIERS = ['results', 'body', 'data'];
/** The lists of an answer without `results`. Those of an order are none of them. */
const LISTS = ['data', 'orders', 'shipments', 'delays', 'bundles', 'reviews', 'external_references'];
/** Essential fields of answers. The fault 'campo-ausente' renames the first one that the answer has, or its first field. */
const CENTRAL = ['access_token', 'results', 'locations', 'orders', 'id'];

/** Distorts the correct answer. */
export async function distort(kind: Distortion, right: Response): Promise<Response> {
  // A label is a file, so the bytes are distorted, not a text.
  const bytes = Buffer.from(await right.arrayBuffer());
  const text = bytes.toString();
  // A 204 has no body, but its distortion has one.
  const status = right.status === 204 ? 200 : right.status;
  const rightType = right.headers.get('content-type') ?? 'application/json';
  const json = (body: unknown) => Response.json(body, { status });
  const raw = (body: Uint8Array<ArrayBuffer> | ReadableStream, type = rightType) =>
    new Response(body, { status, headers: { 'content-type': type } });
  switch (kind) {
    case 'lento':
      // Without `ref: false` the timer would keep the process alive after `stop`.
      await sleep(LATE_MS, undefined, { ref: false });
      return raw(bytes);
    case 'gotejamento':
      return raw(drip(bytes));
    case 'fora-depois':
      return Response.error();
    case 'corta':
      return raw(breakOff(bytes));
    case 'truncado':
      return raw(bytes.subarray(0, Math.floor(bytes.length / 2)));
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
      return raw(Buffer.concat([bytes, Buffer.alloc(LARGE, ' ')]));
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

/** Applies the change to the answer if it is a list, otherwise to its `results`, or to its other lists. */
function eachList(body: unknown, change: (list: readonly unknown[]) => unknown[]): unknown {
  if (Array.isArray(body)) return change(body);
  if (typeof body !== 'object' || body === null) return body;
  const names = 'results' in body ? ['results'] : LISTS;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      names.includes(name) && Array.isArray(value) ? change(value) : value,
    ]),
  );
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
    kept.map(([name, value]) => [name, CARRIERS.includes(name) ? withoutParts(value) : value]),
  );
}

function rename(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) return body.map(rename);
  const [first] = Object.keys(body);
  const name = CENTRAL.find((each) => Object.hasOwn(body, each)) ?? first;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key === name ? `${key}_v2` : key, value]),
  );
}

function drip(bytes: Buffer): ReadableStream<Uint8Array> {
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

function breakOff(bytes: Buffer): ReadableStream<Uint8Array> {
  let isFirst = true;
  return new ReadableStream({
    async pull(controller) {
      if (isFirst) controller.enqueue(bytes.subarray(0, Math.floor(bytes.length / 2)));
      else {
        // Waits until the first part has been sent.
        await sleep(20);
        controller.error(new Error('broken off on purpose'));
      }
      isFirst = false;
    },
  });
}
