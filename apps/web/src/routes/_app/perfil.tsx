import { ResultadoGoogle } from '@prumo/contract/google-resultado.ts';
import { createFileRoute } from '@tanstack/react-router';
import { PerfilPage } from '#features/perfil/perfil-page.tsx';

interface PerfilSearch {
  google?: ResultadoGoogle | undefined;
}

export const Route = createFileRoute('/_app/perfil')({
  validateSearch: (search): PerfilSearch => ({ google: ResultadoGoogle.safeParse(search['google']).data }),
  component: Perfil,
});

function Perfil() {
  const { google } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <PerfilPage google={google} onGoogleShown={() => navigate({ search: {}, replace: true })} />;
}
