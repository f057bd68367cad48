import { lazy } from 'react';

/** Loaded together with the form that contains them, to keep their code out of the first load. */
export const TextField = lazy(async () => ({ default: (await import('./form-fields.tsx')).TextField }));
export const TextAreaField = lazy(async () => ({
  default: (await import('./form-fields.tsx')).TextAreaField,
}));
export const MaskedField = lazy(async () => ({ default: (await import('./masked-field.tsx')).MaskedField }));
export const DecimalField = lazy(async () => ({
  default: (await import('./decimal-field.tsx')).DecimalField,
}));
export const SwitchField = lazy(async () => ({ default: (await import('./switch-field.tsx')).SwitchField }));
export const PasswordField = lazy(async () => ({
  default: (await import('./password-field.tsx')).PasswordField,
}));
