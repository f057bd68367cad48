import { encode } from 'uqr';

/** Four modules of white around it: without them readers do not find it. */
const QUIET = 4;

interface QrCodeProps {
  text: string;
  /** The accessible name. */
  label: string;
}

/** Dark on white in both themes: many readers do not know the inverse. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-card border bg-[#fff]"
    >
      <path fill="#000" d={pathOf(data)} />
    </svg>
  );
}

/** One rectangle for every run of dark modules in a row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = [];
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const from = x;
      while (row[x]) x++;
      runs.push(`M${from} ${y}h${x - from}v1h${from - x}z`);
    }
  });
  return runs.join('');
}
