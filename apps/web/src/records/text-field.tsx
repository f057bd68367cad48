import { lazy } from 'react';

/** Fetched with the form they stand in. */
export const TextField = lazy(async () => ({ default: (await import('./form-fields.tsx')).TextField }));
export const TextAreaField = lazy(async () => ({
  default: (await import('./form-fields.tsx')).TextAreaField,
}));
