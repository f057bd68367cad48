import { MERCADO_LIVRE_FAULT_KINDS } from '../../apps/sandbox/src/mercado-livre/faults/faults.ts';

/** A task of the product that a run performs while Mercado Livre fails. */
export type WorkName =
  | 'sync'
  | 'analysis'
  | 'notifications'
  | 'sales'
  | 'freights'
  | 'bills'
  | 'labels'
  | 'notes'
  | 'import'
  | 'disconnect';

type FaultKind = (typeof MERCADO_LIVRE_FAULT_KINDS)[number];
/** `revogado`: the seller revokes the grant. `sem-permissao`: the application loses the permission to read sales. */
export type Kind = FaultKind | 'revogado' | 'sem-permissao';

/** The size of a seller: numbers of anuncios, sales, and photos of each anuncio. */
export interface Shape {
  anuncios: number;
  vendas: number;
  fotos: number;
  /** What Mercado Livre demands of the seller. */
  recursos?: readonly string[];
}

export interface Pair {
  work: WorkName;
  route: string;
  kind: Kind;
  /** `while`: the fault affects every call while it lasts. `share`: it affects a fraction of the calls. */
  mode: 'while' | 'share';
  shape: Shape;
  /** Whether the access token has nearly expired when the task starts. */
  isLapsed: boolean;
}

export const SMALL: Shape = { anuncios: 50, vendas: 80, fotos: 0 };
/** A seller without a past, whose sales the run makes. */
export const NEW: Shape = { anuncios: 6, vendas: 0, fotos: 0 };
/** Such a seller whose parcels need an invoice. */
export const INVOICED: Shape = { ...NEW, recursos: ['exige_nota'] };
export const WITH_PHOTOS: Shape = { anuncios: 10, vendas: 0, fotos: 2 };

/** Faults after which the product pauses all calls of the application. No speed is compared beside them. */
const RESTING: readonly Kind[] = ['429', '429-retry-after', '429-texto'];

const TOKEN = 'POST /oauth/token';
const SEARCH = 'GET /users/:id/items/search';
/** The product calls this route only after an invoice was sent and its answer was lost. */
export const SENT_NOTE = 'GET /shipments/:id/invoice_data';

interface Part extends Pick<Pair, 'work' | 'route'> {
  shape?: Shape;
  /** Faults that do not change the answer of this route, but the seller's grant or permission. */
  also?: readonly Kind[];
}

/**
 * `apart.ts` disturbs `GET /missed_feeds`. The proof never disturbs `GET /users/me`, which the product calls
 * only for the nickname of a conta.
 */
const APART = ['GET /missed_feeds', 'GET /users/me'];

/**
 * The routes that the product calls, each with the task that calls it. The routes of one line fail at the
 * same time.
 */
const LINES: readonly (readonly Part[])[] = [
  [
    { work: 'sync', route: 'GET /orders/search', also: ['revogado', 'sem-permissao'] },
    { work: 'sync', route: TOKEN },
  ],
  [
    { work: 'import', route: SEARCH, also: ['revogado'] },
    { work: 'import', route: 'GET /items/bulk' },
  ],
  [
    { work: 'import', route: 'GET /categories/:id' },
    { work: 'import', route: 'GET /fotos', shape: WITH_PHOTOS },
    { work: 'import', route: TOKEN },
  ],
  [
    { work: 'analysis', route: 'GET /users/:id' },
    { work: 'analysis', route: SEARCH },
    { work: 'notifications', route: 'GET /orders/:id' },
    { work: 'disconnect', route: 'DELETE /users/:id/applications/:app' },
  ],
  [
    { work: 'sales', route: 'GET /orders/:id', shape: NEW, also: ['revogado', 'sem-permissao'] },
    { work: 'sales', route: 'GET /orders/:id/shipments', shape: NEW },
    { work: 'sales', route: 'GET /shipments/:id', shape: NEW },
    { work: 'sales', route: 'GET /shipments/:id/history', shape: NEW },
  ],
  [
    { work: 'sales', route: 'GET /shipments/:id/sla', shape: NEW },
    { work: 'sales', route: 'GET /shipments/:id/items', shape: NEW },
    { work: 'sales', route: 'GET /packs/:id', shape: NEW },
  ],
  [
    { work: 'sales', route: 'GET /post-purchase/v1/claims/:id', shape: NEW },
    { work: 'sales', route: 'GET /post-purchase/v2/claims/:id/returns', shape: NEW },
  ],
  [
    { work: 'freights', route: 'GET /shipments/:id/costs', shape: NEW },
    { work: 'bills', route: 'GET /billing/integration/periods/key/:key/group/:group/details' },
  ],
  [
    { work: 'labels', route: 'GET /shipment_labels', shape: NEW },
    { work: 'notes', route: 'GET /shipments/:id/billing_info', shape: INVOICED },
    { work: 'notes', route: 'POST /shipments/:id/invoice_data', shape: INVOICED },
    { work: 'notes', route: SENT_NOTE, shape: INVOICED },
  ],
];

export interface Wave {
  name: string;
  pairs: readonly Pair[];
  /** The task of an undisturbed empresa whose speed is compared, or null. */
  beside: 'sync' | 'import' | null;
}

export function allWaves(): Wave[] {
  const waves = LINES.map((parts): Wave => {
    const [first] = parts;
    return {
      name: parts.map(({ work, route }) => `${work}, ${route}`).join('; '),
      pairs: parts.flatMap((part) => pairsOf(part, (kind) => !RESTING.includes(kind))),
      beside: first?.work === 'sync' || first?.work === 'import' ? first.work : null,
    };
  });
  const resting = LINES.flat().flatMap((part) => pairsOf(part, (kind) => RESTING.includes(kind)));
  return [...waves, { name: '429 on every route', pairs: resting, beside: null }];
}

function pairsOf({ also = [], shape = SMALL, ...part }: Part, isWanted: (kind: Kind) => boolean): Pair[] {
  const kinds = [...MERCADO_LIVRE_FAULT_KINDS, ...also].filter(isWanted);
  return kinds.flatMap((kind) =>
    (['while', 'share'] as const)
      // A revocation or a lost permission happens once, so it has no 'share' mode.
      .filter((mode) => mode === 'while' || !also.includes(kind))
      .map((mode) => ({ ...part, kind, mode, shape, isLapsed: part.route === TOKEN })),
  );
}

/** The routes among these that no pair disturbs. The stand-in counts the calls, so no route is forgotten. */
export const undisturbed = (called: readonly string[]) =>
  called.filter((route) => ![...APART, ...LINES.flat().map((part) => part.route)].includes(route));

export const nameOf = ({ work, route, kind, mode }: Pair) => `${work}, ${route}, ${kind} (${mode})`;

/** The tasks during which a person waits at a screen. */
const WATCHED: readonly WorkName[] = ['sync', 'analysis', 'import', 'labels', 'notes'];

/** Whether a screen must report the failure. */
export const isTold = ({ work, mode }: Pair) => mode === 'while' && WATCHED.includes(work);

/** Faults that the screen shows immediately, so that they appear within the short form. */
const AT_ONCE: readonly Kind[] = ['forma', '200-erro', 'redireciona', 'grande', '403'];

/**
 * A random choice of pairs for the short form. It leaves out slow answers, and the faults after which the
 * product pauses for minutes.
 */
export function fewPairs(random: () => number): Pair[] {
  const all = allWaves().flatMap(({ pairs }) => pairs);
  const some = (count: number, isWanted: (pair: Pair) => boolean) => {
    const left = all.filter(isWanted);
    return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
  };
  const isQuick = ({ route, kind }: Pair) => route !== TOKEN && AT_ONCE.includes(kind);
  const isSlow = ({ kind }: Pair) => kind === 'lento' || kind === 'gotejamento' || RESTING.includes(kind);
  return [
    ...some(3, (pair) => pair.work === 'import' && pair.mode === 'while' && isQuick(pair)),
    ...some(2, (pair) => pair.work === 'import' && pair.mode === 'share' && !isSlow(pair)),
    ...some(2, (pair) => pair.work === 'analysis' && pair.mode === 'while' && isQuick(pair)),
  ];
}
