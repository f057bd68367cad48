interface Place {
  cidade?: string | null;
  estado?: string | null;
}

/** For example `Curitiba - PR`, or the part that is known. */
export const localOf = ({ cidade, estado }: Place) => [cidade, estado].filter(Boolean).join(' - ');
