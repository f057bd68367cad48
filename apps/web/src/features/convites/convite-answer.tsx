import { type ConviteAberto, convites, type Resposta } from '@prumo/contract/convites.ts';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '#lib/api.ts';
import { notifySuccess } from '#lib/notify.ts';
import { forgetConvite } from '#lib/session/convite-link.ts';
import { useSession } from '#lib/session/session.ts';
import { useSignOut } from '#lib/session/sign-out.ts';
import { useSwitchEmpresa } from '#lib/session/switch-empresa.ts';
import { Button, buttonLook } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Leave } from './convite-leave.tsx';

interface AnswerProps {
  link: Resposta;
  convite: ConviteAberto;
}

/** What the person can do with the convite now. */
export function Answer({ link, convite }: AnswerProps) {
  const { situacao, email } = convite;
  const { user } = useSession();
  if (situacao === 'vencido')
    return <Over reason="Este convite venceu. Peça a quem convidou você que o reenvie." />;
  if (situacao === 'revogado')
    return <Over reason="Este convite foi revogado. Se foi engano, peça outro a quem convidou você." />;
  if (situacao === 'recusado')
    return <Over reason="Este convite foi recusado. Se foi engano, peça outro a quem convidou você." />;
  if (!user) return <SignedOut convite={convite} />;
  if (user.email.toLowerCase() !== email) return <SomebodyElse email={email} own={user.email} />;
  return <Acceptance link={link} convite={convite} />;
}

function Over({ reason }: { reason: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice>
        <p>{reason}</p>
      </Notice>
      <Leave />
    </div>
  );
}

function SignedOut({ convite: { situacao, email } }: { convite: ConviteAberto }) {
  const accepted = situacao === 'aceito';
  return (
    <div className="flex flex-col gap-3">
      <p className="text-control text-muted">
        {accepted
          ? `Este convite já foi aceito. Entre com ${email} para abrir a empresa.`
          : `Para aceitar, entre ou crie uma conta com ${email}. O convite espera por você neste navegador.`}
      </p>
      <Link
        to="/auth/$type"
        params={{ type: 'login' }}
        className={buttonLook({ look: 'primary', size: 'large' })}
      >
        Entrar
      </Link>
      {!accepted && (
        <Link to="/auth/$type" params={{ type: 'cadastro' }} className={buttonLook({ size: 'large' })}>
          Criar conta
        </Link>
      )}
    </div>
  );
}

function SomebodyElse({ email, own }: { email: string; own: string }) {
  const [leaving, signOut] = useSignOut();
  return (
    <div className="flex flex-col gap-3">
      <Notice>
        <p className="break-words">
          Este convite é para {email}, e você entrou como {own}. Saia e entre com a conta convidada, ou peça
          um convite para {own}.
        </p>
      </Notice>
      <Button look="primary" size="large" busy={leaving} onClick={signOut}>
        Sair e usar a conta convidada
      </Button>
      <Leave stay="Continuar nesta conta" />
    </div>
  );
}

function Acceptance({ link, convite: { situacao, empresa_nome } }: AnswerProps) {
  const switchEmpresa = useSwitchEmpresa();
  const navigate = useNavigate();
  const accepted = situacao === 'aceito';
  const accept = useMutation({
    // A repeated acceptance has the same answer, so it also leads to an empresa that the person joined before.
    mutationFn: async () => {
      const { id, nome } = await call(convites.accept, { body: link });
      await switchEmpresa(id);
      return nome;
    },
    onSuccess: (nome) => {
      forgetConvite();
      notifySuccess(accepted ? `Você está em ${nome}` : `Você entrou em ${nome}`);
    },
  });
  const decline = useMutation({
    mutationFn: () => call(convites.decline, { body: link }),
    onSuccess: () => {
      forgetConvite();
      notifySuccess('Convite recusado', `Para entrar em ${empresa_nome}, peça outro convite.`);
      void navigate({ to: '/' });
    },
  });
  const error = accept.error ?? decline.error;
  return (
    <div className="flex flex-col gap-3">
      {error && (
        <Notice>
          <p>{error.message}</p>
        </Notice>
      )}
      <p className="text-control text-muted">
        {accepted
          ? 'Você já aceitou este convite.'
          : 'Suas outras empresas continuam como estão: nada é misturado.'}
      </p>
      <Button look="primary" size="large" busy={accept.isPending} onClick={() => accept.mutate()}>
        <span className="truncate">{accepted ? `Ir para ${empresa_nome}` : 'Aceitar convite'}</span>
      </Button>
      <Leave stay="Agora não" />
      {!accepted && (
        <Button look="ghost" busy={decline.isPending} onClick={() => decline.mutate()}>
          Recusar convite
        </Button>
      )}
    </div>
  );
}
