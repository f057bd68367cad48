import { useSyncExternalStore } from 'react';

const media = matchMedia('print');
let isBetween = false;

function subscribe(listener: () => void) {
  const begin = () => {
    isBetween = true;
    listener();
  };
  const end = () => {
    isBetween = false;
    listener();
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  media.addEventListener('change', listener);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
    media.removeEventListener('change', listener);
  };
}

/** Whether the browser is drawing the page on paper. React renders the change before the browser draws. */
export const usePrinting = () => useSyncExternalStore(subscribe, () => isBetween || media.matches);
