import { Link } from '@tanstack/react-router';
import { forgetConvite } from '#lib/session/convite-link.ts';
import { useSession } from '#lib/session/session.ts';
import { buttonLook } from '#ui/button.tsx';

interface LeaveProps {
  /** The words for a signed-in person. */
  stay?: string;
}

/** Leaves the page of the convite, which the browser then forgets. */
export function Leave({ stay = 'Ir para o Prumo' }: LeaveProps) {
  const { user } = useSession();
  return (
    <Link
      to={user ? '/' : '/auth'}
      onClick={forgetConvite}
      className={buttonLook({ size: 'large', className: 'w-full' })}
    >
      {user ? stay : 'Ir para a entrada'}
    </Link>
  );
}
