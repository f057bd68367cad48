import { cn } from '#lib/class-names.ts';

export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn('flex items-center gap-2.5', className)}>
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-6 shrink-0">
        <rect width="32" height="32" rx="9" className="fill-primary" />
        <path
          d="M12 24V9h5.2a4.9 4.9 0 0 1 0 9.8H12"
          className="fill-none stroke-3 stroke-on-primary"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="truncate font-semibold text-touch tracking-[-0.02em]">Prumo</span>
    </span>
  );
}
