import { createFileRoute } from '@tanstack/react-router';
import { ConvitePage } from '#features/convites/convite-page.tsx';
import { conviteToken, keepConvite } from '#lib/session/convite-link.ts';

export const Route = createFileRoute('/auth/convite')({
  beforeLoad: () => {
    keepConvite();
    return { token: conviteToken() };
  },
  component: Convite,
});

function Convite() {
  const { token } = Route.useRouteContext();
  return <ConvitePage key={token} token={token} />;
}
