import { type ReactNode, useId } from 'react';

interface CardProps {
  title: string;
  /** One line under the title. */
  text?: string;
  /** Rendered beside the title, on the right. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A section of a screen with its own heading. */
export function Card({ title, text, action, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 rounded-card border p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 id={id} className="font-semibold text-dialog tracking-[-0.01em]">
            {title}
          </h2>
          {text && <p className="text-control text-muted">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
