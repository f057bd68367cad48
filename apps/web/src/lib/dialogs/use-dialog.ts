import { type AnyRouter, useLocation, useRouter } from '@tanstack/react-router';
import { use } from 'react';
import { DialogContext } from './dialog-context.ts';
import { cancelDialog, closeDialog, openDialog } from './dialog-history.ts';
import { argsOf, dialogsOf, type Home, nameOf, wordOf } from './stack.ts';

/** Where a dialog is open, and how it closes. Every dialog needs one, from `useDialog` or `asQuestion`. */
export interface DialogPlace {
  /** Undefined for a question, which no address names. */
  home: Home | undefined;
  /** Asks first when typed work would be lost. */
  close: () => void;
  /** For the button Cancelar, which closes without a question, as the specification says. */
  cancel: () => void;
}

/**
 * A dialog in the address: Back closes it, a reload shows it again, and closing it asks before typed work is lost.
 * The arguments are the ids and texts that the dialog needs to open again.
 */
export function useDialog(name: string) {
  const router = useRouter();
  const around = use(DialogContext)?.home?.slice(1) ?? [];
  const pathname = useLocation({ select: (location) => location.pathname });
  const open = dialogsOf(useLocation({ select: (location) => location.search }));
  const at = open.findIndex((word, index) => index >= around.length && nameOf(word) === name);
  const word = open[at];
  return {
    open: (...args: string[]) => openDialog(router, around, wordOf(name, args)),
    /** Undefined while the dialog is closed. */
    args: word === undefined ? undefined : argsOf(word),
    place: word === undefined ? undefined : placeAt(router, [pathname, ...open.slice(0, at + 1)]),
  };
}

const placeAt = (router: AnyRouter, home: Home): DialogPlace => ({
  home,
  close: () => closeDialog(router, home),
  cancel: () => cancelDialog(router, home),
});

/**
 * For a dialog that no address names, because it asks about the moment: who the person is, or whether to go on. It
 * contains nothing that the person would miss after a reload.
 */
export const asQuestion = (onClose: () => void): DialogPlace => ({
  home: undefined,
  close: onClose,
  cancel: onClose,
});
