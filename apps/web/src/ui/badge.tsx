import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';

const badge = cva('inline-flex shrink-0 items-center rounded-full px-2 py-0.5 font-medium text-badge', {
  variants: {
    tone: {
      ok: 'bg-ok text-ok-fg',
      warn: 'bg-warn text-warn-fg',
      bad: 'bg-bad text-bad-fg',
      neutral: 'bg-subtle text-muted',
    },
  },
});

interface BadgeProps extends VariantProps<typeof badge> {
  children: ReactNode;
}

export function Badge({ tone = 'ok', children }: BadgeProps) {
  return <span className={badge({ tone })}>{children}</span>;
}
