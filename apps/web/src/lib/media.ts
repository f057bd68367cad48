import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(width < 768px)');

export const useNarrowScreen = () =>
  useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => narrow.matches,
  );
