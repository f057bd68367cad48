/** What a body may turn out not to be. */
export const isListOfObjects = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null);
