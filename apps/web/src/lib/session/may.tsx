import type { Endpoint } from '@prumo/contract/endpoint.ts';
import type { ReactNode } from 'react';
import { useRight } from './use-right.ts';

/** The part of an endpoint that names the right it needs. */
export type Guarded = Pick<Endpoint, 'config'>;

/** Whether the person may call this endpoint. The contract names its right, so no screen does. */
export const useMay = ({ config: { right } }: Guarded): boolean => useRight(right ?? 'consultar');

/** Renders a button only for people whom its endpoint would not refuse. */
export const May = ({ call, children }: { call: Guarded; children: ReactNode }) =>
  useMay(call) ? children : null;
