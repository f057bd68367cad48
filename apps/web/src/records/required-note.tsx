/** Explains the mark of required fields. Screen readers also hear it at each field, through `aria-required`. */
export const RequiredNote = () => (
  <p className="text-meta text-muted">
    Campos com <span className="text-bad-fg">*</span> são obrigatórios.
  </p>
);
