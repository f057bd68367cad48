import { CircleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Replaces content that could not be loaded. */
export function FailureState({ message, onRetry }: { message: string; onRetry: () => unknown }) {
  return (
    <EmptyState
      icon={CircleAlert}
      role="alert"
      action={<Button onClick={() => void onRetry()}>Tentar de novo</Button>}
    >
      {message}
    </EmptyState>
  );
}
