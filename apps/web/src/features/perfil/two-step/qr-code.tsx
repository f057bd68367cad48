import { encode } from 'uqr';

/** The width of the white quiet zone in modules. Scanners do not find a code with a narrower one. */
const QUIET = 4;

interface QrCodeProps {
  text: string;
  /** The accessible name. */
  label: string;
}

/** Dark on white in both themes, because many scanners cannot read inverted codes. */
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

/** One rectangle per horizontal run of dark modules. */
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
