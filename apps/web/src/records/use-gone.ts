import { useEffect, useRef } from 'react';

/** True once the form has left the screen. */
export function useGone() {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return gone;
}
