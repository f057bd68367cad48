import { useEffect, useState } from 'react';

/** Navigates to the address the server returns. `busy` stays true until the page unloads or is shown again. */
export function useLeaving(addressOf: () => Promise<{ url: string }>, onRefused: (error: unknown) => void) {
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // The browser may keep this page in its back/forward cache and show it again when the person goes back.
    const shownAgain = () => setBusy(false);
    addEventListener('pageshow', shownAgain);
    return () => removeEventListener('pageshow', shownAgain);
  }, []);
  function leave() {
    setBusy(true);
    addressOf().then(
      ({ url }) => location.assign(url),
      (error: unknown) => {
        setBusy(false);
        onRefused(error);
      },
    );
  }
  return [busy, leave] as const;
}
