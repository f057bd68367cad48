import { lazy } from 'react';

/** The browser downloads a field when a form first shows it. */
export const CepField = lazy(async () => ({ default: (await import('./cep-field.tsx')).CepField }));
export const CnpjField = lazy(async () => ({ default: (await import('./documento-field.tsx')).CnpjField }));
export const DocumentoOnEntryField = lazy(async () => ({
  default: (await import('./documento-field.tsx')).DocumentoOnEntryField,
}));
export const DocumentoOnLeavingField = lazy(async () => ({
  default: (await import('./documento-field.tsx')).DocumentoOnLeavingField,
}));
