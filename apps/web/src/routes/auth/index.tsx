import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '#features/acesso/login-page.tsx';

export const Route = createFileRoute('/auth/')({ component: Login });

function Login() {
  const { voltar, google } = Route.useSearch();
  return <LoginPage voltar={voltar} google={google} />;
}
