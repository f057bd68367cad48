import { later } from '#lib/loading/later.tsx';
/** The browser downloads a field when a form first shows it. */
export const CepField = later(async () => (await import('./cep-field.tsx')).CepField);
export const CnpjField = later(async () => (await import('./documento-field.tsx')).CnpjField);
export const DocumentoOnEntryField = later(
  async () => (await import('./documento-field.tsx')).DocumentoOnEntryField,
);
export const DocumentoOnLeavingField = later(
  async () => (await import('./documento-field.tsx')).DocumentoOnLeavingField,
);
