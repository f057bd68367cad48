export function ListSkeleton() {
  return (
    <div role="status" aria-label="Carregando..." className="flex flex-col gap-2.5">
      <div className="skeleton h-9" />
      <div className="skeleton h-9" />
    </div>
  );
}
