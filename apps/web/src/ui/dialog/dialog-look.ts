export const overlayLook =
  'fixed inset-0 z-40 bg-overlay base:transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

/** A bottom sheet on narrow screens, a centred card from 768 px. */
export const popupLook =
  'fixed inset-x-2 bottom-2 z-40 mx-auto flex max-h-[calc(100dvh-1rem-var(--strip))] flex-col overflow-hidden rounded-sheet border bg-raised shadow-float base:transition-[opacity,scale,translate] duration-150 focus-visible:outline-none data-ending-style:translate-y-1 data-starting-style:translate-y-1 data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:opacity-0 md:inset-0 md:bottom-0 md:m-auto base:md:h-fit md:max-h-[calc(100dvh-4rem-var(--strip))]';
