import type { ReactNode } from 'react';

interface RecordNameProps {
  name: string;
  onOpen: () => void;
  /** What columns hidden on narrow screens would say. */
  more?: ReactNode;
}

/** The first cell of a row: opens the record. */
export function RecordName({ name, onOpen, more }: RecordNameProps) {
  return (
    <>
      <button
        type="button"
        className="block max-w-full truncate rounded-small font-medium hover:underline"
        onClick={onOpen}
      >
        {name}
      </button>
      {more && <p className="truncate text-meta text-muted md:hidden">{more}</p>}
    </>
  );
}
