import type { RouteEntry } from '#platform/http/http.ts';

/**
 * The model states which answer each caller must get. It shares no code with the server and the contract, so a
 * wrong line in their tables of rights does not also change what the proof expects.
 */
export type Papel = 'dono' | 'administrador' | 'estoque' | 'vendas' | 'consulta';

const FOR_ALL = ['consultar'];
const OF_ESTOQUE = ['alterar_produtos', 'movimentar_estoque'];
const OF_VENDAS = ['alterar_clientes', 'vender_balcao'];
const OF_ADMINISTRADOR = [
  ...FOR_ALL,
  ...OF_ESTOQUE,
  ...OF_VENDAS,
  ...['ver_custo', 'integrar', 'alterar_empresa', 'gerir_equipe', 'ver_atividade', 'atender_titulares'],
];

const RIGHTS: Record<Papel, readonly string[]> = {
  dono: [
    ...OF_ADMINISTRADOR,
    ...['ver_dispositivos', 'transferir_empresa', 'excluir_empresa', 'exportar_dados'],
  ],
  administrador: OF_ADMINISTRADOR,
  estoque: [...FOR_ALL, ...OF_ESTOQUE],
  vendas: [...FOR_ALL, ...OF_VENDAS],
  consulta: FOR_ALL,
};

export const ALL_PAPEIS = Object.keys(RIGHTS) as Papel[];

export const mayDo = (papel: Papel | undefined, right: string): boolean =>
  papel !== undefined && RIGHTS[papel].includes(right);

/**
 * Fields that only a right shows. No answer to a papel without the right may contain the value that the field has in
 * the records of the empresa.
 */
export const FIELD_RIGHTS: readonly { field: 'custo'; sent: string; right: string }[] = [
  { field: 'custo', sent: 'custo_unitario', right: 'ver_custo' },
];

/** Whether the body has a field that the papel may not send. Such a request is forbidden although its route is not. */
export const sendsTooMuch = (papel: Papel | undefined, body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  FIELD_RIGHTS.some(({ sent, right }) => sent in body && !mayDo(papel, right));

/** A page of the person `as` (`x-usuario`) that shows `empresa` (`x-empresa`), with the cookie of a session. */
export interface Attempt {
  /** The papel of the person in each empresa, the oldest membership first. */
  memberships: ReadonlyMap<string, Papel>;
  /** The empresa that the session used last, or null for a session that has ended. */
  last: string | null;
  /** The header `x-empresa`. Undefined for a caller that sends none. */
  named: string | undefined;
  /** Whether `x-usuario` names another person. */
  isOvertaken: boolean;
}

export type Verdict = 'admitted' | 'unauthenticated' | 'not_a_membro' | 'forbidden';

/** Returns the empresa that a call reaches, and undefined if it reaches none. */
export function empresaReached({ memberships, last, named }: Attempt): string | undefined {
  if (last === null) return undefined;
  if (named !== undefined) return memberships.has(named) ? named : undefined;
  return memberships.has(last) ? last : [...memberships.keys()][0];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the answers that the route may give. */
export function verdictsOf({ config }: Pick<RouteEntry, 'config'>, attempt: Attempt): readonly Verdict[] {
  const isReadable = attempt.named === undefined || UUID.test(attempt.named);
  if (config.auth !== 'session') return isReadable ? ['admitted'] : ['admitted', 'not_a_membro'];
  if (attempt.last === null || attempt.isOvertaken)
    return isReadable ? ['unauthenticated'] : ['unauthenticated', 'not_a_membro'];
  if (!config.tenant) return isReadable ? ['admitted'] : ['admitted', 'not_a_membro'];
  const papel = attempt.memberships.get(empresaReached(attempt) ?? '');
  if (papel === undefined) return ['not_a_membro'];
  return [mayDo(papel, config.right ?? '') ? 'admitted' : 'forbidden'];
}

/** Reads the verdict from an answer. Every other refusal comes after the caller was admitted. */
export function verdictIn(statusCode: number, payload: string): Verdict {
  if (statusCode === 401) return 'unauthenticated';
  if (statusCode !== 403) return 'admitted';
  const { codigo } = JSON.parse(payload);
  return codigo === 'forbidden' || codigo === 'not_a_membro' ? codigo : 'admitted';
}

/**
 * Routes that change something although every papel has their right, with the reason. Any other route that
 * changes something and that a `consulta` may call has lost its right.
 */
const CHANGES_FOR_EVERYBODY: Readonly<Record<string, string>> = {
  'POST /api/analises': 'reads; its question is a body',
  'POST /api/equipe/saida': 'every membro may leave',
  'POST /api/equipe/transferencia/aceite': 'only the person to whom a dono made the offer can accept it',
  'DELETE /api/equipe/transferencia':
    'the person to whom the offer was made declines it; a trigger refuses others',
  'POST /api/lotes/arquivo': 'reads; its selection is a body',
  'POST /api/historico/:lote/desfazer': 'the triggers of the undone tables demand their rights',
  'POST /api/visoes': 'every membro keeps views of a list; a view changes no record',
  'PUT /api/visoes/:id': 'a person changes only their own views',
  'DELETE /api/visoes/:id': 'a person deletes only their own views',
  'PUT /api/visoes/exibicao': 'every membro decides how they see a list',
};

/** Finds routes whose declared right is one that everybody has. */
export const rightFindings = (routes: readonly RouteEntry[]): string[] =>
  routes.flatMap(({ method, url, config }) => {
    const isOpen = config.tenant && method !== 'GET' && mayDo('consulta', config.right ?? '');
    const label = `${method} ${url}`;
    return isOpen && !(label in CHANGES_FOR_EVERYBODY)
      ? [`${label}: changes something, and every papel has its right ${config.right}`]
      : [];
  });
