import { useEffect, useEffectEvent } from 'react';

/** Puts the focus somewhere inside a dialog, once the dialog has noted where to give it back to when it closes. */
export function useFocusOnOpen(focus: () => void) {
  const act = useEffectEvent(focus);
  useEffect(() => {
    const timer = setTimeout(() => act());
    return () => clearTimeout(timer);
  }, []);
}
