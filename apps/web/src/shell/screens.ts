import type { Direito } from '@prumo/contract/papeis.ts';
import { linkOptions } from '@tanstack/react-router';
import { CircleUserRound, type LucideIcon } from 'lucide-react';
import { dashboard, isFor, sections } from './nav.ts';

const perfil = { label: 'Perfil', icon: CircleUserRound, link: linkOptions({ to: '/perfil' }) } as const;

const screens = [dashboard, ...sections.flatMap<Entry>(({ entries }) => entries), perfil];

type Entry = typeof dashboard | typeof perfil | (typeof sections)[number]['entries'][number];

export type Screen = Entry & { icon: LucideIcon };

/** Screens of the person with a word in their name that starts with the text; all of them for an empty text. */
export function matchingScreens(text: string, direitos: readonly Direito[]): Screen[] {
  const wanted = plain(text.trim());
  return screens.filter(
    (screen) => isFor(screen, direitos) && ` ${plain(screen.label)}`.includes(` ${wanted}`),
  );
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
