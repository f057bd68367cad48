import { linkOptions } from '@tanstack/react-router';
import { CircleUserRound, type LucideIcon } from 'lucide-react';
import { ajuda, dashboard, isShown, sections } from '#shell/nav.ts';

const perfil = { label: 'Perfil', icon: CircleUserRound, link: linkOptions({ to: '/perfil' }) } as const;

const screens = [dashboard, ...sections.flatMap<Entry>(({ entries }) => entries), perfil, ajuda];

type Entry = typeof ajuda | typeof dashboard | typeof perfil | (typeof sections)[number]['entries'][number];

export type Screen = Entry & { icon: LucideIcon };

/** The screens that a person with these rights may open. */
export const screensFor = (direitos: readonly string[]): Screen[] =>
  screens.filter((screen) => isShown(screen, direitos));

/**
 * Screens with a word in their name that starts with the text; every screen for an empty text. A screen that needs a
 * right which the person lacks is left out.
 */
export function matchingScreens(text: string, direitos: readonly string[]): Screen[] {
  const wanted = plain(text.trim());
  return screensFor(direitos).filter(({ label }) => ` ${plain(label)}`.includes(` ${wanted}`));
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
