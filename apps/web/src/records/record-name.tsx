import type { ReactNode } from 'react';

interface RecordNameProps {
  name: string;
  onOpen: () => void;
  /** The content of columns that narrow screens hide. */
  more?: ReactNode;
}

/** The first cell of a row. A click opens the record. */
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
      {more && <p className="truncate text-meta text-muted md:hidden print:hidden">{more}</p>}
    </>
  );
}
