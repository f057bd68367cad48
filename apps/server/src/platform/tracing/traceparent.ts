/** The header and the value in the data of a job that carry a trace (W3C Trace Context). */
export const TRACEPARENT = 'traceparent';

export interface Parent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads a value that anybody may have sent. Returns undefined unless it has exactly the form of the standard. */
export function readTraceparent(value: unknown): Parent | undefined {
  if (typeof value !== 'string') return undefined;
  const [, traceId = '', spanId = '', flags = ''] = FORM.exec(value) ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const writeTraceparent = ({ traceId, spanId, isSampled }: Parent): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

/** A UUID has as many hex digits as the id of a trace, so the id of a request names its trace. */
export const traceIdOf = (requestId: string): string => requestId.replaceAll('-', '');
