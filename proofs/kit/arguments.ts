/**
 * The arguments that every `prove:<name>` understands.
 *
 *     (nothing)          the full size; exit 0 when every figure reaches its bar, otherwise 1
 *     --short            the small size, for CI
 *     --planted          plants each defect of `defects.ts`, one after another, so the proof must fail:
 *                        exit 1 when it caught every defect, 2 when it missed one or ended with an error
 *     --planted=<name>   plants only this defect
 *     --seed=<number>    repeats the random choices of a run, in the proofs that draw them from `seed`
 */
const args = process.argv.slice(2);

export const isShort = args.includes('--short');
export const isPlanted = args.some((each) => each.startsWith('--planted'));

/** The text of `--<name>=<text>`. */
export const argOf = (name: string): string | undefined =>
  args.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);

/** The number of `--<name>=<number>`. */
export function numberArgOf(name: string): number | undefined {
  const text = argOf(name);
  return text === undefined ? undefined : Number(text);
}

/**
 * The seed of the random choices. The short and the planted form draw the same choices in every run, so that
 * chance does not decide a run of CI. The full form tries other choices each time and prints its seed.
 */
export const seed: number =
  numberArgOf('seed') ?? (isShort || isPlanted ? 1 : Math.floor(Math.random() * 2 ** 20));

/** The names of the defects that this run plants; none without `--planted`. */
export function plantedOf<Name extends string>(defects: Readonly<Record<Name, unknown>>): readonly Name[] {
  const known = Object.keys(defects) as Name[];
  if (!isPlanted) return [];
  if (args.includes('--planted')) return known;
  const name = known.find((each) => each === argOf('planted'));
  if (name === undefined) throw new Error(`--planted=${argOf('planted')} is not one of: ${known.join(', ')}`);
  return [name];
}
