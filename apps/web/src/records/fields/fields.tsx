import { later } from '#lib/loading/later.tsx';
/** Loaded together with the form that contains them, to keep their code out of the first load. */
export const TextField = later(async () => (await import('./form-fields.tsx')).TextField);
export const TextAreaField = later(async () => (await import('./form-fields.tsx')).TextAreaField);
export const MaskedField = later(async () => (await import('./masked-field.tsx')).MaskedField);
export const DecimalField = later(async () => (await import('./decimal-field.tsx')).DecimalField);
export const SwitchField = later(async () => (await import('./switch-field.tsx')).SwitchField);
export const PasswordField = later(async () => (await import('./password-field.tsx')).PasswordField);
