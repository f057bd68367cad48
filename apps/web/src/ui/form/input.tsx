import type { ComponentProps } from 'react';
import { cn } from '#lib/class-names.ts';

/** 16 px below 768 px, because iOS zooms into inputs with a smaller font. */
export const inputLook =
  'base:w-full min-w-0 rounded-control border base:border-field base:bg-surface base:px-3 base:text-fg base:text-touch transition-[border-color,box-shadow] base:md:text-body focus-visible:border-ring focus-visible:outline-none focus-visible:ring-3 focus-visible:ring-ring/40 disabled:opacity-55 aria-invalid:border-danger';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cn(inputLook, 'base:h-9', className)} {...rest} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cn(inputLook, 'base:min-h-20 py-1.5', className)} {...rest} />;
}
