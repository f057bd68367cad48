import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { ConvitePage } from '#features/convites/convite-page.tsx';
import { conviteToken, keepConvite } from '#lib/session/convite-link.ts';

const conviteId = z.optional(z.uuid());

export const Route = createFileRoute('/auth/convite')({
  /** Início names the convite by its id. The e-mail has a link instead, whose token is in no address. */
  validateSearch: (raw): { id?: string | undefined } => ({ id: conviteId.safeParse(raw['id']).data }),
  beforeLoad: () => {
    keepConvite();
    return { token: conviteToken() };
  },
  component: Convite,
});

function Convite() {
  const { token } = Route.useRouteContext();
  const { id } = Route.useSearch();
  if (id) return <ConvitePage key={id} link={{ id }} />;
  return <ConvitePage key={token} link={token ? { token } : undefined} />;
}
