import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '#features/acesso/login-page.tsx';
import { SignUpPage } from '#features/acesso/sign-up-page.tsx';

export const Route = createFileRoute('/auth/$type')({ component: LoginOrSignUp });

function LoginOrSignUp() {
  const { type } = Route.useParams();
  const { voltar, google } = Route.useSearch();
  return type === 'login' ? <LoginPage voltar={voltar} google={google} /> : <SignUpPage />;
}
