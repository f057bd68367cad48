import type { ResultadoGoogle } from '@prumo/contract/google-resultado.ts';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#lib/session/session.ts';
import { Page } from '#ui/page.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { AccountCard } from './account-card.tsx';
import { DangerCard } from './danger-card.tsx';
import { EventosCard } from './eventos-card.tsx';
import { useGoogleResult } from './google-result.ts';
import { perfilQuery } from './perfil-query.ts';
import { SecurityCard } from './security-card.tsx';
import { SessoesCard } from './sessoes-card.tsx';

interface PerfilPageProps {
  /** The outcome of a visit to Google, shown once. */
  google: ResultadoGoogle | undefined;
  onGoogleShown: () => void;
}

export function PerfilPage({ google, onGoogleShown }: PerfilPageProps) {
  useGoogleResult(google, onGoogleShown);
  const { user } = useSession();
  // During the sign-out there is no user left whose profile could be loaded.
  const { data: perfil } = useQuery({ ...perfilQuery, enabled: user !== null });
  return (
    <Page title="Configurações do Perfil" subtitle="Sua conta, como você entra e onde está conectado.">
      {user && perfil ? (
        <div className="grid items-start gap-4 max-xl:max-w-3xl md:gap-5 xl:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4 md:gap-5">
            <AccountCard perfil={perfil} />
            <SecurityCard perfil={perfil} />
            <SessoesCard />
          </div>
          <div className="flex min-w-0 flex-col gap-4 md:gap-5">
            <EventosCard />
            <DangerCard />
          </div>
        </div>
      ) : (
        <div role="status" aria-label="Carregando..." className="flex flex-1 items-center justify-center">
          <Spinner className="size-6 text-muted" />
        </div>
      )}
    </Page>
  );
}
