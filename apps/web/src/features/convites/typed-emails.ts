import { type Doubt, doubtOf, splitEmails } from './emails.ts';

/** An address of the list. One with a doubt blocks the sending. */
export interface Chip {
  email: string;
  doubt?: Doubt | undefined;
  /** The person keeps an address that looks like a typo. */
  kept?: true;
}

/** What the field of addresses contains: the entered ones, and the text that is being typed. */
export interface Typed {
  chips: readonly Chip[];
  text: string;
}

export const chipOf = (email: string): Chip => ({ email, doubt: doubtOf(email) });

/** Adds the addresses of a text that are not in the list yet. */
export function withMore(chips: readonly Chip[], more: string): Chip[] {
  const known = new Set(chips.map(({ email }) => email));
  const fresh = [...new Set(splitEmails(more))].filter((email) => !known.has(email));
  return [...chips, ...fresh.map(chipOf)];
}
