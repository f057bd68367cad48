import { PackageOpen } from 'lucide-react';
import { EmptyState } from '#ui/empty-state.tsx';

export function ImportacaoTab() {
  return (
    <div className="rounded-card border">
      <EmptyState icon={PackageOpen}>Nenhum anúncio desta conta foi importado.</EmptyState>
    </div>
  );
}
