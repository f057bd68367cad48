/** A pointer that has rested for this long aims at nothing. */
const REST_MS = 400;
const ROW = 'tbody tr';

let pressed = false;
let movedAt = Number.NEGATIVE_INFINITY;
const isInRow = ({ target }: Event) => target instanceof Element && target.closest(ROW) !== null;

/** Follows the pointer, until `signal` ends it. */
export function followPointer(signal: AbortSignal): void {
  const options = { signal, passive: true, capture: true };
  addEventListener('pointermove', (event) => isInRow(event) && note(), options);
  addEventListener(
    'pointerdown',
    (event) => {
      pressed = isInRow(event);
    },
    options,
  );
  for (const type of ['pointerup', 'pointercancel'] as const) addEventListener(type, release, options);
}

function note(): void {
  movedAt = performance.now();
}

function release(): void {
  pressed = false;
}

/** True while the person moves the pointer over a row or presses it there. New rows must not appear under it now. */
export const isPointing = () => pressed || performance.now() - movedAt < REST_MS;
