import { type ConviteAberto, convites, type Resposta } from '@prumo/contract/convites.ts';
import { PAPEL_EM_PALAVRAS } from '@prumo/contract/papeis.ts';
import { TEXTO_DO_PAPEL } from '@prumo/contract/papeis-textos.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { AuthLayout } from '#features/acesso/auth-layout.tsx';
import { call, ProblemError } from '#lib/api.ts';
import { inviteAs } from '#lib/session/convite-link.ts';
import { useSession } from '#lib/session/session.ts';
import { FailureState } from '#ui/failure-state.tsx';
import { Answer } from './convite-answer.tsx';
import { Leave } from './convite-leave.tsx';

const INCOMPLETE = 'Este link está incompleto. Abra o link do email de novo ou peça outro convite.';

const SIGNED_OUT = 'Entre com a conta convidada para ver este convite.';

/** Shows a convite to the person who follows its link, signed in or not, or who received it and is signed in. */
export function ConvitePage({ link }: { link: Resposta | undefined }) {
  const { user } = useSession();
  if (!link) return <BrokenLink reason={INCOMPLETE} />;
  return 'id' in link && !user ? <BrokenLink reason={SIGNED_OUT} /> : <OpenedConvite link={link} />;
}

function OpenedConvite({ link }: { link: Resposta }) {
  const { user } = useSession();
  const { data, error, refetch } = useQuery({
    // Who is signed in is part of the key, because a sign-in clears every answer.
    queryKey: ['convite', link, user?.id ?? null],
    queryFn: ({ signal }) =>
      'id' in link
        ? call(convites.received, { params: link, signal })
        : call(convites.open, { body: link, signal }),
    staleTime: 0,
  });
  const email = data?.email;
  useEffect(() => {
    if (email) inviteAs(email);
  }, [email]);

  if (data) return <Shown link={link} convite={data} />;
  if (error instanceof ProblemError && (error.status === 404 || error.status === 422))
    return <BrokenLink reason={error.status === 404 ? error.message : INCOMPLETE} />;
  return (
    <AuthLayout title="Convite" subtitle="Estamos abrindo o seu convite.">
      {error ? (
        <FailureState message={error.message} onRetry={refetch} />
      ) : (
        <div role="status" aria-label="Carregando..." className="skeleton h-24 rounded-control" />
      )}
    </AuthLayout>
  );
}

function Shown({ link, convite }: { link: Resposta; convite: ConviteAberto }) {
  const { empresa_nome, papel, email, convidado_por } = convite;
  return (
    <AuthLayout
      title={`Convite para ${empresa_nome}`}
      subtitle={`${convidado_por ?? 'Alguém da empresa'} convidou você para trabalhar nesta empresa.`}
    >
      <dl className="mb-5 flex flex-col divide-y rounded-card border text-control">
        <Fact label="Papel">
          {PAPEL_EM_PALAVRAS[papel].nome}
          <span className="block font-normal text-meta text-muted">{TEXTO_DO_PAPEL[papel]}</span>
        </Fact>
        <Fact label="Email">{email}</Fact>
      </dl>
      <Answer link={link} convite={convite} />
    </AuthLayout>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 px-3.5 py-2.5">
      <dt className="w-14 shrink-0 text-muted">{label}</dt>
      <dd className="min-w-0 flex-1 break-words font-medium">{children}</dd>
    </div>
  );
}

function BrokenLink({ reason }: { reason: string }) {
  return (
    <AuthLayout title="Convite não encontrado" subtitle={reason}>
      <Leave />
    </AuthLayout>
  );
}
