import { useSyncExternalStore } from 'react';

export interface Toast {
  id: number;
  type: 'success' | 'warning' | 'error';
  title: string;
  /** Shown below the title, each in a line of its own. */
  lines?: readonly string[];
  /** Milliseconds until it disappears. */
  duration: number;
  action?: { label: string; onPress: () => void };
  /** The toast replaces those of the same name. Otherwise the toasts of many parcels would cover the screen for minutes. */
  replaces?: string | undefined;
}

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function become(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows the toast. A failure that is already on the screen is not shown twice: the new toast replaces it. */
export const showToast = (toast: Omit<Toast, 'id'>) =>
  become([{ ...toast, id: ++last }, ...toasts.filter((shown) => !isOld(shown, toast))]);

const isOld = (shown: Toast, toast: Omit<Toast, 'id'>) =>
  isSameFailure(shown, toast) || (shown.replaces !== undefined && shown.replaces === toast.replaces);

const isSameFailure = (shown: Toast, { type, title, lines = [], action }: Omit<Toast, 'id'>) =>
  type === 'error' &&
  shown.type === type &&
  shown.title === title &&
  (shown.lines ?? []).join('\n') === lines.join('\n') &&
  !shown.action &&
  !action;

export const dismissToast = (id: number) => become(toasts.filter((toast) => toast.id !== id));

export const dismissToasts = () => become([]);

/** The toasts that have not disappeared, the newest first. */
export const currentToasts = () => toasts;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useToasts = () => useSyncExternalStore(subscribe, currentToasts);
