import type { Convite } from '@prumo/contract/convites.ts';
import { PAPEL_EM_PALAVRAS } from '@prumo/contract/papeis.ts';
import { CircleAlert, Mail, Pencil } from 'lucide-react';
import { agoOf } from '#lib/numbers/ago.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { isAnswered, situacaoOf } from './situacao.ts';
import { useConvite } from './use-convite.ts';

interface ConviteRowProps {
  convite: Convite;
  /** The time at which the list was loaded. */
  now: number;
  onMend: () => void;
}

export function ConviteRow({ convite, now, onMend }: ConviteRowProps) {
  const { email, papel, ve_custo, convidado_por, created_at, situacao } = convite;
  const { tone, words } = situacaoOf(convite, now);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
      <span className="flex size-7 shrink-0 items-center justify-center rounded-control border text-muted">
        <Mail aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="truncate font-medium text-control" title={email}>
          {email}
        </p>
        <p className="text-meta text-muted">
          {PAPEL_EM_PALAVRAS[papel].nome}
          {ve_custo && ', vê custo'} · enviado {agoOf(created_at, now)}
          {convidado_por && `, por ${convidado_por}`}
        </p>
      </div>
      <div className="flex flex-1 flex-wrap items-center justify-end gap-1 @max-2xl:pl-10 @2xl:w-[22rem] @2xl:flex-none">
        <span className="mr-auto shrink-0 whitespace-nowrap">
          <Badge tone={tone}>
            {situacao === 'devolvido' && <CircleAlert aria-hidden className="mr-1 size-3.5" />}
            {words}
          </Badge>
        </span>
        {!isAnswered(convite) && <Actions convite={convite} onMend={onMend} />}
      </div>
    </li>
  );
}

function Actions({ convite, onMend }: Pick<ConviteRowProps, 'convite' | 'onMend'>) {
  const { email, situacao } = convite;
  const { resend, revoke } = useConvite(convite);
  return (
    <div className="flex items-center gap-1">
      {situacao === 'devolvido' ? (
        <Button aria-label={`Corrigir o email ${email}`} onClick={onMend}>
          Corrigir
        </Button>
      ) : (
        <>
          <IconButton label={`Corrigir o email ${email}`} hint="Corrigir o email" onClick={onMend}>
            <Pencil />
          </IconButton>
          <Button
            aria-label={`Reenviar o convite de ${email}`}
            busy={resend.isPending}
            onClick={() => resend.mutate()}
          >
            Reenviar
          </Button>
        </>
      )}
      <Button
        look="ghost"
        aria-label={`Revogar o convite de ${email}`}
        busy={revoke.isPending}
        onClick={() => revoke.mutate()}
      >
        Revogar
      </Button>
    </div>
  );
}
