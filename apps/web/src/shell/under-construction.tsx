import { Construction } from 'lucide-react';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';

/** The place of a screen that is being built. */
export function UnderConstruction({ title }: { title: string }) {
  return (
    <Page title={title}>
      <div className="rounded-card border">
        <EmptyState icon={Construction}>
          Em construção. Esta tela chega em uma das próximas versões.
        </EmptyState>
      </div>
    </Page>
  );
}
