interface Sheet {
  perSheet: number;
  /** The positions of the first sheet that are already used. */
  skipped: number;
}

/** Distributes labels over sheets. A used position of the first sheet is null. */
export function sheetsOf<Label>(labels: readonly Label[], { perSheet, skipped }: Sheet): (Label | null)[][] {
  const positions = [...Array<null>(skipped).fill(null), ...labels];
  return Array.from({ length: Math.ceil(positions.length / perSheet) }, (_, sheet) =>
    positions.slice(sheet * perSheet, (sheet + 1) * perSheet),
  );
}
