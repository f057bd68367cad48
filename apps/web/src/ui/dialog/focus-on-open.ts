import { useEffect, useEffectEvent } from 'react';

/** Sets the focus inside a dialog, after the dialog has recorded the element that gets the focus back on close. */
export function useFocusOnOpen(focus: () => void) {
  const act = useEffectEvent(focus);
  useEffect(() => {
    const timer = setTimeout(() => act());
    return () => clearTimeout(timer);
  }, []);
}
