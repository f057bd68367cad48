import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '#features/acesso/login-page.tsx';

export const Route = createFileRoute('/auth/')({ component: Login });

function Login() {
  return <LoginPage confirmacao={Route.useSearch().confirmacao} />;
}
