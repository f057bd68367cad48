import { createHash, randomUUID } from 'node:crypto';
import { MarketplaceError } from '#modules/marketplace/errors.ts';

/** A sale in the own format of this marketplace: it has its own states, and amounts in centavos. */
export interface Venda {
  loja: string;
  numero: string;
  estado: 'aguardando' | 'em_separacao' | 'faturado' | 'desfeito';
  feita: number;
  mexida: number;
  produto: string;
  nome: string;
  pecas: number;
  centavos: number;
  comissao: number;
  devolvido: number;
}

/** A listing. Its variations have names, and it has one of two states. */
export interface Oferta {
  loja: string;
  codigo: string;
  nome: string;
  exposta: boolean;
  setor: string;
  marca: string;
  centavos: number;
  /** The stock and the SKU by variation. The name is empty for an offer without variations. */
  tipos: Record<string, { pecas: number; sku: string }>;
  retratos: string[];
}

const PAGE = 2;

/**
 * Feira, an invented marketplace that is kept in memory. Its lists come newest first, two entries per page.
 * An opaque token of Feira names the next page. It has no search by date and no separate list of cancelled
 * sales.
 */
export function openWorld() {
  const vendas: Venda[] = [];
  const ofertas: Oferta[] = [];
  const codes = new Map<string, { loja: string; challenge: string }>();
  const accesses = new Map<string, string>();
  const refreshes = new Map<string, string>();
  const pages = new Map<string, number>();
  let isDown = false;

  /** Returns the store of an access token. Every call begins here. */
  function lojaOf(accessToken: string): string {
    if (isDown) throw new MarketplaceError('unavailable');
    const loja = accesses.get(accessToken);
    if (loja === undefined) throw new MarketplaceError('unauthorized');
    return loja;
  }

  function grantOf(loja: string, refreshToken: string = randomUUID()) {
    const accessToken = randomUUID();
    accesses.set(accessToken, loja);
    refreshes.set(refreshToken, loja);
    return { loja, accessToken, refreshToken };
  }

  /** Returns the page after a token, which is opaque to the product. */
  function pageOf<T>(rows: readonly T[], token: string | null) {
    const from = token === null ? 0 : pages.get(token);
    if (from === undefined) throw new MarketplaceError('misconfigured');
    const next = from + PAGE < rows.length ? randomUUID() : null;
    if (next !== null) pages.set(next, from + PAGE);
    return { rows: rows.slice(from, from + PAGE), token: next, total: rows.length };
  }

  return {
    /**
     * Authorizes the application as the seller in the browser. Returns the code with which the browser comes
     * back.
     */
    agree(loja: string, challenge: string): string {
      const code = randomUUID();
      codes.set(code, { loja, challenge });
      return code;
    },
    exchange(code: string, verifier: string) {
      const given = codes.get(code);
      codes.delete(code);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      if (given?.challenge !== challenge) throw new MarketplaceError('refused');
      return grantOf(given.loja);
    },
    /** Refreshes the tokens. A refresh token stays valid, unlike at Mercado Livre. */
    refresh(refreshToken: string) {
      const loja = refreshes.get(refreshToken);
      if (loja === undefined) throw new MarketplaceError('refused');
      return grantOf(loja, refreshToken);
    },
    revoke(accessToken: string) {
      const loja = lojaOf(accessToken);
      for (const tokens of [accesses, refreshes])
        for (const [token, holder] of tokens) if (holder === loja) tokens.delete(token);
    },
    lojaOf,
    /** True when some token of the store still works. */
    isAuthorized: (loja: string) =>
      [accesses, refreshes].some((tokens) => [...tokens.values()].includes(loja)),
    /** Returns the sales, the most recently changed first. */
    vendas(accessToken: string, token: string | null) {
      const loja = lojaOf(accessToken);
      const own = vendas.filter((venda) => venda.loja === loja);
      return pageOf(
        own.toSorted((a, b) => b.mexida - a.mexida),
        token,
      );
    },
    venda: (accessToken: string, loja: string, numero: string) =>
      lojaOf(accessToken) === loja
        ? vendas.find((venda) => venda.loja === loja && venda.numero === numero)
        : undefined,
    ofertas(accessToken: string, token: string | null) {
      const loja = lojaOf(accessToken);
      return pageOf(
        ofertas.filter((oferta) => oferta.loja === loja),
        token,
      );
    },
    oferta: (accessToken: string, codigo: string) =>
      ofertas.find((oferta) => oferta.loja === lojaOf(accessToken) && oferta.codigo === codigo),
    /** Creates a sale. The functions from here on simulate events at the marketplace. */
    sell(venda: Omit<Venda, 'feita' | 'mexida'>, ago = 0): Venda {
      const feita = Date.now() - ago;
      const made = { ...venda, feita, mexida: feita };
      vendas.push(made);
      return made;
    },
    change(venda: Venda, changes: Partial<Venda>): void {
      Object.assign(venda, changes, { mexida: Date.now() });
    },
    offer: (oferta: Oferta) => void ofertas.push(oferta),
    fail(down: boolean): void {
      isDown = down;
    },
  };
}

export type World = ReturnType<typeof openWorld>;
