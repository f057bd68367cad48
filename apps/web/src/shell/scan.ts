/** A pressed key and the time of its event, in milliseconds. */
export interface Press {
  key: string;
  at: number;
}

/** The longest pause between two keys of a scanner. Slow wireless scanners take about 40 ms. */
const MAX_GAP_MS = 50;
/** The longest average pause. Nobody types so fast over several keys: 30 ms a key are 400 words a minute. */
const MAX_AVERAGE_MS = 30;
/** Two or three keys that a person rolls over may be as fast as a scanner. A shorter code is not recognised. */
const MIN_CHARACTERS = 6;
/** A code has a digit, and neither a space nor a sign of an e-mail address or of a decimal. */
const CODE = /^(?=.*\d)[\w./+-]+$/;

/** The presses that belong together with this one: without a pause, and without a key that types nothing. */
export function burstAfter(burst: readonly Press[], press: Press): readonly Press[] {
  if (press.key.length !== 1) return [];
  const last = burst.at(-1);
  return last && press.at - last.at <= MAX_GAP_MS ? [...burst, press] : [press];
}

/** The code that a scanner sent, when this burst, ended by Enter at the given time, came from one. */
export function scannedCode(burst: readonly Press[], enterAt: number): string | undefined {
  const [first] = burst;
  const last = burst.at(-1);
  if (!first || !last || burst.length < MIN_CHARACTERS || enterAt - last.at > MAX_GAP_MS) return undefined;
  if ((last.at - first.at) / (burst.length - 1) > MAX_AVERAGE_MS) return undefined;
  const code = burst.map(({ key }) => key).join('');
  return CODE.test(code) ? code : undefined;
}
