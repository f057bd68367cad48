import { createFileRoute } from '@tanstack/react-router';
import { RecuperarSenhaPage } from '#features/acesso/recuperar-senha-page.tsx';
import { forgetMailLink, mailLink } from '#lib/session/mail-link.ts';

export const Route = createFileRoute('/auth/recuperar-senha')({
  beforeLoad: () => ({ token: mailLink('token') }),
  onLeave: () => forgetMailLink('token'),
  component: RecuperarSenha,
});

function RecuperarSenha() {
  const { token } = Route.useRouteContext();
  return <RecuperarSenhaPage key={token} token={token} />;
}
