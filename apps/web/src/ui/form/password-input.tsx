import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { Input } from './input.tsx';

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input {...rest} type={shown ? 'text' : 'password'} className={cn('pr-10', className)} />
      <button
        type="button"
        aria-label={shown ? 'Ocultar o que foi digitado' : 'Mostrar o que foi digitado'}
        aria-pressed={shown}
        className="absolute inset-y-0 right-1 my-auto flex size-8 items-center justify-center rounded-small text-muted hover:text-fg"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
      </button>
    </div>
  );
}
