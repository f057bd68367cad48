import { refuseInsideTransaction } from '#platform/db/transaction-mark.ts';
import { outboundCalls } from '#platform/metrics/metrics.ts';
import { OutboundError } from './outbound.ts';

interface Limits {
  /** The name of the service in the log. */
  service: string;
  headers: Readonly<Record<string, string>>;
  /** The maximum wait for the answer to begin. */
  timeLimitMs: number;
  /** The maximum time until the whole file is there. */
  fileLimitMs: number;
  sizeLimit: number;
}

/** `file` of a 200, as it arrives. Of any other status, the text of the answer. */
export type FileAnswer =
  | { status: 200; bytes: AsyncIterable<Uint8Array> }
  | { status: number; headers: Headers; text: string; bytes?: undefined };

/** The maximum size of an answer that is no file. */
const REFUSAL_BYTES = 64 * 1024;

/**
 * Asks for a file and passes its bytes on as they arrive. A file that is late or too large ends with an error in the
 * middle, so the reader never takes it for a whole one. Throws only `OutboundError`.
 */
export async function openFile(url: string, limits: Limits): Promise<FileAnswer> {
  const { service, headers, timeLimitMs, fileLimitMs, sizeLimit } = limits;
  refuseInsideTransaction(service);
  const began = performance.now();
  const note = (outcome: Parameters<typeof outboundCalls>[0]['outcome']) =>
    outboundCalls({ service, outcome }).observe((performance.now() - began) / 1000);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeLimitMs);
  const signal = AbortSignal.any([late.signal, AbortSignal.timeout(fileLimitMs)]);
  const fail = () => {
    const reason = signal.aborted ? 'timeout' : 'unreachable';
    note(reason);
    return new OutboundError(service, reason);
  };
  try {
    // A redirect could lead to a host that no configuration allows.
    const response = await fetch(url, { headers, redirect: 'manual', signal });
    const body = response.body ?? new ReadableStream<Uint8Array>();
    const { status } = response;
    if (status === 200) {
      note('2xx');
      return { status, bytes: within(body, sizeLimit, service, fail) };
    }
    const parts: Uint8Array[] = [];
    for await (const chunk of within(body, REFUSAL_BYTES, service, fail)) parts.push(chunk);
    note(`${Math.floor(status / 100)}xx` as '4xx');
    return { status, headers: response.headers, text: Buffer.concat(parts).toString() };
  } catch (error) {
    throw error instanceof OutboundError ? error : fail();
  } finally {
    clearTimeout(timer);
  }
}

async function* within(
  body: AsyncIterable<Uint8Array>,
  sizeLimit: number,
  service: string,
  fail: () => OutboundError,
): AsyncIterable<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > sizeLimit) throw new OutboundError(service, 'too-large');
      yield chunk;
    }
  } catch (error) {
    throw error instanceof OutboundError ? error : fail();
  }
}
