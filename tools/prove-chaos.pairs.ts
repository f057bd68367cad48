import { MERCADO_LIVRE_FAULT_KINDS } from '../apps/sandbox/src/mercado-livre/mercado-livre-faults.ts';

/** What a person has begun, and comes to an end by itself. */
export type WorkName = 'sync' | 'analysis' | 'notifications' | 'import' | 'disconnect';

type FaultKind = (typeof MERCADO_LIVRE_FAULT_KINDS)[number];
/** `revogado`: the seller takes back the grant. `sem-permissao`: the application may no longer read sales. */
export type Kind = FaultKind | 'revogado' | 'sem-permissao';

/** How a seller is made. */
export interface Shape {
  anuncios: number;
  vendas: number;
  fotos: number;
}

export interface Pair {
  work: WorkName;
  route: string;
  kind: Kind;
  /** Every call for a while, or a share of them as long. */
  mode: 'while' | 'share';
  shape: Shape;
  /** The token has run out when it begins. */
  isLapsed: boolean;
}

export const SMALL: Shape = { anuncios: 50, vendas: 80, fotos: 0 };
export const WITH_PHOTOS: Shape = { anuncios: 10, vendas: 0, fotos: 2 };

/** The whole application is told to rest: nobody's work goes on, and no speed is compared. */
const RESTING: readonly Kind[] = ['429', '429-retry-after', '429-texto'];

const TOKEN = 'POST /oauth/token';
const SEARCH = 'GET /users/:id/items/search';

interface Part extends Pick<Pair, 'work' | 'route'> {
  shape?: Shape;
  /** Kinds that are no answer of the route. */
  also?: readonly Kind[];
}

/** Every route there is a call to, with the work it is called by. Those of a line are faulty at the same time. */
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
];

export interface Wave {
  name: string;
  pairs: readonly Pair[];
  /** What those nearby do, whose speed is compared; null where it is not. */
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
  return [...waves, { name: 'told to rest, every route', pairs: resting, beside: null }];
}

function pairsOf({ also = [], shape = SMALL, ...part }: Part, isWanted: (kind: Kind) => boolean): Pair[] {
  const kinds = [...MERCADO_LIVRE_FAULT_KINDS, ...also].filter(isWanted);
  return kinds.flatMap((kind) =>
    (['while', 'share'] as const)
      // What the seller did is done once.
      .filter((mode) => mode === 'while' || !also.includes(kind))
      .map((mode) => ({ ...part, kind, mode, shape, isLapsed: part.route === TOKEN })),
  );
}

export const nameOf = ({ work, route, kind, mode }: Pair) => `${work}, ${route}, ${kind} (${mode})`;

/** Whether somebody waits for it: nobody sees a notification come, and who disconnected a conta has done so. */
export const isTold = ({ work, mode }: Pair) =>
  mode === 'while' && work !== 'notifications' && work !== 'disconnect';

/** What is shown without a delay, so that a short run sees it. */
const AT_ONCE: readonly Kind[] = ['forma', '200-erro', 'redireciona', 'grande', '403'];

/** Few of them, by chance: none whose work rests for minutes after a failure. */
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
