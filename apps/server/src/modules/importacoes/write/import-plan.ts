import { MAX_FOTOS } from '@prumo/contract/produtos.ts';
import { unitKey } from '#modules/marketplace/listings.ts';
import { toHundredths } from '#modules/movimentos/hundredths.ts';
import type { Existing, Linked, Pending, Result } from './import-batch.queries.ts';
import { type Fields, fill, follow, type Offer, offerOf, offerRefusal, writtenBy } from './import-values.ts';

/** A produto to be created, identified by its SKU until the database has given it an id. */
interface Draft extends Fields {
  sku: string;
  marca: string;
  categoriaExternaId: string;
}

/** An existing produto, or one to be created. */
type Target = Existing | Draft;

export const isDraft = (target: Target): target is Draft => 'categoriaExternaId' in target;

/** The writes for a batch of anuncios, before any of them is made. */
export interface Plan {
  drafts: Draft[];
  changed: Map<string, Partial<Fields>>;
  entries: { target: Target; unit: Pending; quantidade: bigint }[];
  photos: { target: Target; urls: string[] }[];
  links: (Omit<Linked, 'produto_id'> & { target: Target })[];
  results: (Omit<Result, 'produto_id'> & { target: Target | null })[];
}

/** The facts known before a batch is planned. */
interface Known {
  existing: ReadonlyMap<string, Existing>;
  /** The produto that each group of units has become or will become. */
  same: ReadonlyMap<string, string>;
  /** The names of the produtos that have these SKUs. */
  taken: ReadonlyMap<string, string>;
  includesFull: boolean;
}

const GONE = 'O produto a que este anúncio seria ligado foi excluído. Importe de novo para escolher outro.';
const LEFT_OUT = 'Você escolheu deixar este anúncio de fora.';
const takenBy = (nome: string) =>
  `Já existe um produto com este SKU: ${nome}. Importe de novo e ligue o anúncio a ele, ou mude o SKU no marketplace.`;

/**
 * Returns the id of the anuncio as the SKU, when a person wants a separate produto although another produto
 * has the SKU.
 */
const standInOf = ({ acao, conferido, anuncio_id, variacao_id }: Pending): string | null => {
  if (acao !== 'criar' || !conferido) return null;
  return variacao_id === '' ? anuncio_id : `${anuncio_id}-${variacao_id}`;
};

/** The SKUs that a produto created from the unit may get. */
export const skusOf = (unit: Pending): string[] => [offerOf(unit).sku, standInOf(unit) ?? []].flat();

/** Returns the produto that a person or the comparison chose, or else the produto of the group. */
export const targetIdOf = (unit: Pending, same: Known['same']): string | null =>
  (unit.acao === 'ligar' ? unit.produto_id : null) ?? same.get(unit.mesmo_produto ?? '') ?? null;

export function planOf(units: readonly Pending[], known: Known): Plan {
  const plan: Plan = {
    drafts: [],
    changed: new Map(),
    entries: [],
    photos: [],
    links: [],
    results: [],
  };
  /** Drafts by the key of their group, and by SKU. */
  const made = new Map<string, Draft>();
  const bySku = new Map<string, Draft>();
  const stocked = new Set<Target>();
  const pictured = new Set<Target>();

  for (const unit of units) {
    const { anuncio_id, variacao_id } = unit;
    const conclude = (resultado: Result['resultado'], target: Target | null, motivo: string | null = null) =>
      plan.results.push({ anuncio_id, variacao_id, resultado, motivo, target });

    if (unit.acao === 'ignorar') {
      conclude('ignorado', null, LEFT_OUT);
      continue;
    }
    const offer = offerOf(unit);
    const targetId = targetIdOf(unit, known.same);
    const target = targetId === null ? made.get(unit.mesmo_produto ?? '') : known.existing.get(targetId);
    if (target) {
      conclude(join(target, unit, offer), target);
      continue;
    }
    const isFollower = ![null, unitKey(anuncio_id, variacao_id)].includes(unit.mesmo_produto);
    const isOrphan = targetId !== null || (unit.acao === 'ligar' && !isFollower);
    const holder = holderOf(offer.sku);
    const sku = (holder && standInOf(unit)) || offer.sku;
    const taken = sku === offer.sku ? holder : holderOf(sku);
    const refusal = isOrphan ? GONE : (offerRefusal(offer) ?? (taken && takenBy(taken)));
    if (refusal) conclude('recusado', null, refusal);
    else conclude('criado', make(unit, { ...offer, sku }));
  }
  return plan;

  function holderOf(sku: string): string | undefined {
    return known.taken.get(sku) ?? bySku.get(sku)?.nome;
  }

  function make(unit: Pending, offer: Offer): Draft {
    const { nome, sku, marca, preco_venda, codigos } = offer;
    const draft = {
      nome,
      sku,
      marca,
      preco_venda,
      cod_referencia: codigos,
      categoriaExternaId: unit.categoria_externa_id,
    };
    plan.drafts.push(draft);
    bySku.set(sku, draft);
    if (unit.mesmo_produto !== null) made.set(unit.mesmo_produto, draft);
    link(draft, unit, writtenBy(offer));
    bring(draft, unit);
    return draft;
  }

  function join(target: Target, unit: Pending, offer: Offer): Result['resultado'] {
    bring(target, unit);
    const isKnown = !isDraft(target) && unit.ligado_a === target.id && unit.importado !== null;
    const filling = isKnown && unit.importado ? follow(target, unit.importado, offer) : fill(target, offer);
    if (!filling) return 'igual';
    Object.assign(target, filling.changes);
    if (!isDraft(target) && Object.keys(filling.changes).length > 0)
      plan.changed.set(target.id, { ...plan.changed.get(target.id), ...filling.changes });
    link(target, unit, filling.written);
    return isKnown ? 'atualizado' : 'ligado';
  }

  function link(target: Target, { anuncio_id, variacao_id }: Pending, importado: Linked['importado']): void {
    plan.links.push({ target, anuncio_id, variacao_id, importado });
  }

  /** Plans stock and photos once for each produto, from the first unit that has some. */
  function bring(target: Target, unit: Pending): void {
    const isNew = isDraft(target);
    const quantidade = unit.is_full && !known.includesFull ? 0n : toHundredths(unit.quantidade);
    if (quantidade > 0n && (isNew || target.sem_estoque) && !stocked.has(target)) {
      stocked.add(target);
      plan.entries.push({ target, unit, quantidade });
    }
    if (unit.fotos.length > 0 && (isNew || target.sem_fotos) && !pictured.has(target)) {
      pictured.add(target);
      plan.photos.push({ target, urls: unit.fotos.slice(0, MAX_FOTOS) });
    }
  }
}
