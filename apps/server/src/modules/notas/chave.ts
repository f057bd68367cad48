/**
 * Whether the check digit of an access key is right: modulus 11 with weights from 2 to 9, from the right. A CNPJ may
 * contain letters since July 2026, and a letter counts as its ASCII code less 48, as in the CNPJ itself.
 */
export function isChave(chave: string): boolean {
  if (!/^\d{6}[0-9A-Z]{12}\d{26}$/.test(chave)) return false;
  const sum = [...chave.slice(0, 43)]
    .toReversed()
    .reduce((total, character, n) => total + (character.charCodeAt(0) - 48) * (2 + (n % 8)), 0);
  const rest = sum % 11;
  return Number(chave.at(-1)) === (rest < 2 ? 0 : 11 - rest);
}
