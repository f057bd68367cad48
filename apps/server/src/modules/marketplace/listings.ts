import type { EstadoDeAnuncio } from '@prumo/contract/importacoes-anuncios.ts';
import type { Asker } from './calls.ts';

/**
 * A sellable unit with its own stock and SKU: a listing without variations, or one variation. The table
 * `anuncios` has a row for each unit. Ids are texts in the marketplace's own format and contain no space.
 */
export interface Unit {
  anuncio_id: string;
  /** Empty for a listing without variations. */
  variacao_id: string;
  titulo: string;
  variacao: string;
  /** The state as a screen shows it. `ativo` when the unit is for sale without any restriction. */
  estado: string;
  /** Who paused the unit. Null when it is not paused, or has no stock. */
  pausado_por: 'vendedor' | 'marketplace' | null;
  categoria_externa_id: string;
  /** The SKU of the seller, or a text made of the ids when the seller gave none. */
  sku: string;
  sku_proprio: boolean;
  marca: string | null;
  gtins: string[];
  codigos: string[];
  preco: string;
  quantidade: number;
  /** True when the stock is in a warehouse of the marketplace. */
  is_full: boolean;
  fotos: string[];
  /** The address of a small picture for lists. */
  miniatura: string | null;
  /** The marketplace's id of the physical product. Units with the same id are twins. */
  produto_fisico: string | null;
  /** The keys (`unitKey`) of the other units of the same physical product. They are twins too. */
  gemeos: string[];
  atualizado_em: string;
}

/** Identifies a unit among the units of its seller. SQL builds the same text. */
export const unitKey = (anuncioId: string, variacaoId: string) => `${anuncioId} ${variacaoId}`;

/** A listing as it was read. An unreadable listing has no units. */
export interface Listing {
  units: Unit[];
  /** The sentence that says why the listing cannot be imported. Null when it can be imported. */
  refusal: string | null;
}

export interface ListingSearch {
  sellerId: string;
  estados: readonly EstadoDeAnuncio[];
}

export interface ListingIdPage {
  ids: string[];
  /**
   * Returns where the search continues. `fresh` is the number of ids on this page that were not stored
   * before. `cursor` is opaque, and null at the end. `known` is the number of listings that the search has
   * found or that the marketplace reports.
   */
  after(fresh: number): { cursor: string | null; known: number };
}

export interface Category {
  nome: string;
  /** The names from the root, joined by ` > `. */
  caminho: string;
}

export interface Listings {
  /** The number of listings that one batch reads. */
  atOnce: number;
  /** Photos are downloaded only from these hosts. */
  pictureHosts: readonly string[];
  /**
   * Returns the page of ids at a cursor. The cursor of the first page is null. The absence of a listing
   * proves its deletion only if the search ran to its end. The caller stores the cursor with the ids, and
   * does nothing slow between two pages.
   */
  idsPage(asker: Asker, search: ListingSearch, cursor: string | null): Promise<ListingIdPage>;
  /** Returns an entry for every id. `estados` are the states that the person chose. */
  read(
    asker: Asker,
    ids: readonly string[],
    estados: readonly EstadoDeAnuncio[],
  ): Promise<Map<string, Listing>>;
  /** Null when the category does not exist, or no longer exists. */
  category(asker: Asker, id: string): Promise<Category | null>;
}
