import type { ReactNode } from 'react';
import { Wordmark } from '#ui/wordmark.tsx';

interface AuthLayoutProps {
  title: string;
  subtitle: string;
  children: ReactNode;
}

export function AuthLayout({ title, subtitle, children }: AuthLayoutProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 p-4">
      <title>{`${title} · Prumo`}</title>
      <Wordmark />
      <div className="w-full max-w-[25rem] rounded-sheet border bg-surface p-6 md:p-8">
        <h1 className="font-semibold text-auth tracking-[-0.02em]">{title}</h1>
        <p className="mb-6 text-body text-muted">{subtitle}</p>
        {children}
      </div>
    </main>
  );
}

export const linkLook = 'rounded-small font-medium text-accent-fg underline-offset-4 hover:underline';
