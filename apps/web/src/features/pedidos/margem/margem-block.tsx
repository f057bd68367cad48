import { margem } from '@prumo/contract/margem.ts';
import { Suspense } from 'react';
import { later } from '#lib/loading/later.tsx';
import { May } from '#lib/session/may.tsx';

const QuantoSobra = later(async () => (await import('./quanto-sobra.tsx')).QuantoSobra);

/** What is left of a parcel, for people who may see costs. Others get nothing, and their browser asks for nothing. */
export const MargemBlock = ({ id }: { id: string }) => (
  <May call={margem.get}>
    <Suspense fallback={<div role="status" aria-label="Calculando quanto sobra" className="h-24" />}>
      <QuantoSobra id={id} />
    </Suspense>
  </May>
);
