/** The frame while it is not yet known who is signed in; the same as in index.html. */
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
