import { useSyncExternalStore } from 'react';

function mediaHook(query: string) {
  const media = matchMedia(query);
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => media.matches);
}

export const useNarrowScreen = mediaHook('(width < 768px)');

/** True where the first pointer is a finger, which cannot rest on an element. */
export const useTouchScreen = mediaHook('(hover: none)');
