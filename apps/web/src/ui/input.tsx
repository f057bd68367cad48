import type { ComponentProps } from 'react';
import { cn } from '#lib/class-names.ts';

/** 16 px below 768 px, because iOS zooms into inputs with a smaller font. */
export const inputLook =
  'w-full min-w-0 rounded-control border border-field bg-surface px-3 text-fg text-touch transition-[border-color,box-shadow] md:text-body focus-visible:border-ring focus-visible:outline-none focus-visible:ring-3 focus-visible:ring-ring/40 disabled:opacity-55 aria-invalid:border-danger';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cn(inputLook, 'h-9', className)} {...rest} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cn(inputLook, 'min-h-20 py-1.5', className)} {...rest} />;
}
