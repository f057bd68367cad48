import { useEffect, useState } from 'react';

/** Goes to the address the server gives. It stays busy until the page is gone, or came back as it was. */
export function useLeaving(addressOf: () => Promise<{ url: string }>, onRefused: (error: unknown) => void) {
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // The browser may keep this page as it is and show it again when the person turns back.
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
