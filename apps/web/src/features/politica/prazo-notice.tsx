import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { formatDateTime } from '#lib/numbers/format.ts';

interface PrazoNoticeProps {
  /** The name of the empresa that demands two-step verification. */
  empresa: string;
  /** The instant from which it does. */
  ate: string;
}

/** Tells a person without two-step verification until when they can work without it, and where to turn it on. */
export function PrazoNotice({ empresa, ate }: PrazoNoticeProps) {
  return (
    <section
      aria-label="Verificação em duas etapas"
      className="flex shrink-0 gap-2.5 border-b bg-bg px-3 py-2.5 text-control md:px-4"
    >
      <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 break-words">
        {empresa} passou a exigir a verificação em duas etapas de quem conecta contas. Ligue a sua até{' '}
        <time dateTime={ate} className="font-medium">
          {formatDateTime(ate)}
        </time>
        ; até lá, nada muda.{' '}
        <Link to="/perfil" className="rounded-small font-medium text-accent-fg underline underline-offset-4">
          Ligar no perfil
        </Link>
      </p>
    </section>
  );
}
