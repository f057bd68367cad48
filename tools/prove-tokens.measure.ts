import { figure, note } from './proof.ts';

/** A figure a part of the proof has measured, and what was found where it is short. */
export interface Measure {
  name: string;
  value: number;
  bar?: { min: number } | { max: number } | { exactly: number };
  size?: string;
  findings?: readonly string[];
}

export const isShortOf = ({ value, bar }: Measure) =>
  bar !== undefined &&
  !('min' in bar ? value >= bar.min : 'max' in bar ? value <= bar.max : value === bar.exactly);

export function show(measures: readonly Measure[]): void {
  for (const { name, value, bar, size, findings } of measures) {
    figure(name, value, bar, size);
    for (const finding of (findings ?? []).slice(0, 5)) note(finding);
  }
}
