/** What is known of a stock group at a marketplace. */
export interface Publicado {
  id: string;
  /**
   * The quantity of the last reading after which all sales of the group up to that reading were heard. Null when a new
   * reading is needed: nothing was read yet, or a sale was released, because the marketplace may have put the units
   * back.
   */
  lido: number | null;
  /** The units of the sales that were heard since that reading, or whose order with it is in doubt. */
  vendido: number;
  /** The quantity that was sent since that reading. Null when nothing was sent. */
  enviado: number | null;
  /** Whether we must not write: the listing refuses it, or another system writes too. */
  parado: boolean;
}

export interface Passo {
  fazer: 'ler' | 'baixar' | 'subir';
  id: string;
  /** The quantity to send. For `ler` it is null. */
  quantidade: number | null;
}

/**
 * Chooses the next step for the groups of one produto, or null when there is nothing to do. `limite` is what all groups
 * together may show in the mode `cotas`, and null in the other modes.
 *
 * A caller reads the group, hears all its sales up to the reading, asks this function again and sends only what it then
 * says. A write replaces whatever the listing shows, so a sale between the reading and the write is erased. Three
 * rules keep the sum within `limite` and one unit:
 *
 * - A decrease comes before every increase. It erases no more than it takes away.
 * - After a write the group counts as unknown until it is read again, which also hears the erased sale.
 * - An increase waits until every group is known, so at most one erased sale is unheard at any time.
 */
export function nextStep(
  grupos: readonly Publicado[],
  metas: ReadonlyMap<string, number>,
  limite: number | null,
): Passo | null {
  const metaOf = ({ id }: Publicado) => metas.get(id) ?? 0;
  const writable = grupos.filter((grupo) => !grupo.parado && isKnown(grupo));
  const [high] = writable
    .filter((grupo) => esperadoOf(grupo) > metaOf(grupo))
    // The last units are the most urgent ones.
    .sort((one, other) => metaOf(one) - metaOf(other));
  if (high) return { fazer: 'baixar', id: high.id, quantidade: metaOf(high) };
  const unknown = grupos.find((grupo) => !isKnown(grupo));
  if (unknown) return { fazer: 'ler', id: unknown.id, quantidade: null };
  const [low] = writable
    .filter((grupo) => esperadoOf(grupo) < metaOf(grupo))
    .sort((one, other) => esperadoOf(one) - esperadoOf(other));
  if (low) {
    const room = limite === null ? Number.POSITIVE_INFINITY : limite - mostShown(grupos) + mostShown([low]);
    const quantidade = Math.min(metaOf(low), room);
    if (quantidade > esperadoOf(low)) return { fazer: 'subir', id: low.id, quantidade };
  }
  // A reading shows whether sold units have left the listing. That makes room for others.
  const sold = grupos.find(({ vendido }) => vendido > 0);
  return sold ? { fazer: 'ler', id: sold.id, quantidade: null } : null;
}

/**
 * Says how many units the counter can sell before the groups have to show less. While a write is not read back, a sale
 * that it erased may be unheard, so the cushion stays.
 */
export function freeAtCounter(grupos: readonly Publicado[], disponivel: number, colchao: number): number {
  const kept = grupos.every(isKnown) ? 0 : colchao;
  return Math.max(0, disponivel - kept - mostShown(grupos));
}

const isKnown = ({ lido, enviado }: Publicado) => lido !== null && enviado === null;

const esperadoOf = ({ lido, vendido }: Publicado) => Math.max(0, (lido ?? 0) - vendido);

/** The most that groups can show together. Sales since the readings only lower it. */
const mostShown = (grupos: readonly Publicado[]) =>
  grupos.reduce(
    (sum, { lido, enviado }) =>
      sum + (lido === null ? Number.POSITIVE_INFINITY : Math.max(lido, enviado ?? 0)),
    0,
  );
