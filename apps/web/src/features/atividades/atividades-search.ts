/** The filters of the screen, as its address holds them. The page drops values that the contract does not know. */
const NAMES = ['pessoa', 'tipo', 'tabela', 'registro_id', 'de', 'ate'] as const;

export type AtividadesSearch = Partial<Record<(typeof NAMES)[number], string | undefined>>;

/** Reads an address without the contract, which the address of every screen would otherwise load. */
export const atividadesSearch = (raw: Record<string, unknown>): AtividadesSearch =>
  Object.fromEntries(NAMES.flatMap((name) => (typeof raw[name] === 'string' ? [[name, raw[name]]] : [])));
