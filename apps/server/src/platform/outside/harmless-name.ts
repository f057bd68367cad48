/** The characters of a name that a stranger sees. Enough for a name and too few for a message. */
const NAME_LENGTH = 60;

/**
 * A name as a stranger may see it. It is short and contains no web or e-mail address, because people choose these names
 * freely and could send an advertisement or a link of their own in our name.
 */
export const harmlessName = (name: string) =>
  name
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/(?<=\S)[./:@\\](?=\S)/g, ' ')
    .slice(0, NAME_LENGTH)
    .trim();
