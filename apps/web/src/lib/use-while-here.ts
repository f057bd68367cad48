import { useMatch, useRouter } from '@tanstack/react-router';

/**
 * Wraps a change of the address so that it does nothing once the person has left this screen. A screen stays mounted
 * while the next one loads, and its search field may still send a text. The person would be thrown back.
 */
export function useWhileHere<Args extends unknown[]>(
  change: (...args: Args) => void,
): (...args: Args) => void {
  const { history } = useRouter();
  const pathname = useMatch({ strict: false, select: (match) => match.pathname.replace(/(?<=.)\/$/, '') });
  return (...args) => {
    if (history.location.pathname === pathname) change(...args);
  };
}
