import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { notifyFailure } from '#lib/notify.ts';
import { Button } from './button.tsx';

const SHOWN_FOR = 2000;

interface CopyButtonProps {
  text: string;
  /** The accessible name, when 'Copiar' alone is ambiguous. It must start with that word. */
  label?: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const Icon = copied ? Check : Copy;

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch (error) {
      notifyFailure('Não foi possível copiar', 'Selecione o texto e copie com o teclado.', error);
    }
  }

  return (
    <>
      <Button {...(label && { 'aria-label': label })} onClick={copy}>
        <Icon aria-hidden />
        Copiar
      </Button>
      <span role="status" className="sr-only">
        {copied && 'Copiado'}
      </span>
    </>
  );
}
