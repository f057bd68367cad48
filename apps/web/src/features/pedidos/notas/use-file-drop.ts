import { type DragEvent, useState } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Takes files that are dropped on an element. `over` is true while they are above it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void, isActive = true) {
  const [over, setOver] = useState(false);
  const drop = {
    onDragOver(event: DragEvent) {
      if (!isActive || !hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      // Moving over a child leaves the element, too.
      if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
      setOver(false);
    },
    onDrop(event: DragEvent) {
      if (!isActive || !hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { over: over && isActive, drop };
}
