/** The part of an address that names its open dialogs. */
export interface DialogSearch {
  /** The open record of a list: `novo` or an id. */
  abrir?: string | undefined;
  /** The dialogs above it, such as `estoque.<id>_movimentar`. */
  dialogo?: string | undefined;
}

const ABRIR = 'abrir';

/** The open dialogs as words, outermost first. A word is a name with its arguments, such as `estoque.<id>`. */
export const dialogsOf = ({ abrir, dialogo }: DialogSearch): string[] => [
  ...(abrir ? [wordOf(ABRIR, [abrir])] : []),
  ...(dialogo ? dialogo.split('_') : []),
];

/** The address of these dialogs. The inverse of `dialogsOf`. */
export function searchOf(words: readonly string[]): Required<DialogSearch> {
  const [first = ''] = words;
  const isRecord = nameOf(first) === ABRIR;
  return {
    abrir: isRecord ? argsOf(first)[0] : undefined,
    dialogo: words.slice(isRecord ? 1 : 0).join('_') || undefined,
  };
}

export const wordOf = (name: string, args: readonly string[]) => [name, ...args.map(escaped)].join('.');

export const nameOf = (word: string) => word.split('.', 1)[0];

export const argsOf = (word: string) => word.split('.').slice(1).map(unescaped);

/** Three characters separate words and arguments, so an argument must not contain them. */
const escaped = (arg: string) =>
  arg.replaceAll(/[%._]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
const unescaped = (text: string) =>
  text.replaceAll(/%(25|2E|5F)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Where something is on the screen: the path, and the open dialogs down to the one that contains it. */
export type Home = readonly string[];

export const homeAt = (pathname: string, search: DialogSearch): Home => [pathname, ...dialogsOf(search)];

/** True when what is at `home` is still on the screen at the next address. */
export const isKeptBy = (home: Home, next: Home) => home.every((part, at) => next[at] === part);
