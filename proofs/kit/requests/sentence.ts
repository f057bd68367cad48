/** Matches English words, stack traces, file names and other internals that a refusal must not contain. */
const INSIDE =
  /\b(the|is|must|not|invalid|expected|received|error|failed|cannot|undefined|null|NaN|object|string|number|unexpected|required|too|syntax|column|relation|constraint)\b|node_modules|\bat .+:\d+|\.[jt]s\b|[{}<>]/i;

/** Whether a refusal is a sentence for a person, in Portuguese. */
export const isSentence = (text: string) => /^\p{Lu}/u.test(text) && text.length > 8 && !INSIDE.test(text);
