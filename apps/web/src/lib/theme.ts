import { useSyncExternalStore } from 'react';

export type Theme = 'claro' | 'escuro';
/** The colour of the browser's own bar: `--bg` of styles.css. */
const BAR = { claro: '#f7f8fa', escuro: '#0c0d10' };
const KEY = 'tema';
const root = document.documentElement;
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** public/first-paint.js has already set the class. */
const shown = (): Theme => (root.classList.contains('dark') ? 'escuro' : 'claro');

export const useTheme = () => useSyncExternalStore(subscribe, shown);

export function chooseTheme(theme: Theme) {
  localStorage.setItem(KEY, theme);
  show(theme);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function show(theme: Theme) {
  root.classList.toggle('dark', theme === 'escuro');
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (bar) bar.content = BAR[theme];
  for (const listener of listeners) listener();
}

/** Follows the system, unless the person has chosen a theme, and the choice made in another tab. */
export function followTheme() {
  system.addEventListener('change', ({ matches }) => {
    if (localStorage.getItem(KEY) === null) show(matches ? 'escuro' : 'claro');
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) show(newValue === 'escuro' ? 'escuro' : 'claro');
  });
}
