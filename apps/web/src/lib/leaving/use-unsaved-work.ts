import { useContext, useEffect, useRef } from 'react';
import { DialogContext } from '#lib/dialogs/dialog-context.ts';
import { holdWork, type Work } from './unsaved-work.ts';

const always = () => true;

/**
 * While `active`, the end of the session does not leave the page: a dialog over the page asks the person to sign in.
 * While `isChanged`, leaving the dialog or the page asks first.
 */
export function useUnsavedWork(
  active: boolean,
  isChanged: () => boolean = always,
  more: Omit<Work, 'isChanged'> = {},
) {
  const dialog = useContext(DialogContext);
  const latest = useRef<Work>({ isChanged });
  const home = dialog?.home?.join('\n');
  useEffect(() => {
    latest.current = { ...more, isChanged };
  });
  useEffect(() => {
    if (!active) return;
    const work: Work = {
      isChanged: () => latest.current.isChanged(),
      isHeldOpen: () => latest.current.isHeldOpen?.() ?? false,
      discard: () => latest.current.discard?.(),
      get words() {
        return latest.current.words;
      },
    };
    return holdWork(work, home?.split('\n') ?? [location.pathname]);
  }, [active, home]);
}
