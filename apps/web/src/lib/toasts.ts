import { type ReactNode, useSyncExternalStore } from 'react';

export interface Toast {
  id: number;
  type: 'success' | 'warning' | 'error';
  title: string;
  description?: ReactNode;
  /** Milliseconds until it disappears. */
  duration: number;
  action?: { label: string; onPress: () => void };
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
  become([{ ...toast, id: ++last }, ...toasts.filter((shown) => !isSameFailure(shown, toast))]);

const isSameFailure = (shown: Toast, { type, title, description, action }: Omit<Toast, 'id'>) =>
  type === 'error' &&
  shown.type === type &&
  shown.title === title &&
  shown.description === description &&
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
