import { LoaderCircle } from 'lucide-react';
import { cn } from '#lib/class-names.ts';

export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('base:size-4 animate-spin', className)} />;
}
