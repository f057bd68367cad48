interface Place {
  cidade?: string | null;
  estado?: string | null;
}

/** `Curitiba - PR`, or as much of it as is known. */
export const localOf = ({ cidade, estado }: Place) => [cidade, estado].filter(Boolean).join(' - ');
