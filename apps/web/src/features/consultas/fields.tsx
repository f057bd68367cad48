import { lazy } from 'react';

/** Loaded together with the form that contains them. */
export const CepField = lazy(async () => ({ default: (await import('./cep-field.tsx')).CepField }));
export const DocumentoOnEntryField = lazy(async () => ({
  default: (await import('./documento-field.tsx')).DocumentoOnEntryField,
}));
export const DocumentoOnLeavingField = lazy(async () => ({
  default: (await import('./documento-field.tsx')).DocumentoOnLeavingField,
}));
