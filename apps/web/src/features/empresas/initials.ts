/** Up to two letters that stand for an empresa without a logo. */
export function initialsOf(nome: string): string {
  const words = nome.split(/\s+/).filter(Boolean);
  // Words such as “de” and “&” say little, unless the name has no others.
  const long = words.filter((word) => word.length > 2);
  return (long.length > 0 ? long : words)
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase())
    .join('');
}
