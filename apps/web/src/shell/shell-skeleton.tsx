/** The frame shown until the session is known. index.html contains the same markup. */
export function ShellSkeleton() {
  return (
    <div className="shell-skeleton" role="status" aria-label="Carregando...">
      <div className="shell-skeleton-rail" />
      <div className="shell-skeleton-sheet">
        <div className="shell-skeleton-header" />
      </div>
    </div>
  );
}
