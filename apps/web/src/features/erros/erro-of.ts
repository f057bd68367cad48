import {
  type Erro,
  type Lugar,
  MAX_LUGARES,
  NOME_DE_ERRO,
  TELA,
  withoutValues,
} from '@prumo/contract/erros.ts';

export interface Seen {
  origem: Erro['origem'];
  error: unknown;
  tela: string;
  release: number | null;
  /** The origin of our own files. */
  origin: string;
}

/** Refusals and cut connections, which the page or the server already tells about. */
const EXPECTED = new Set(['AbortError', 'ChunkError', 'ProblemError']);

/** The report about an error, or null if it is none of ours: an expected one, or one of a browser extension. */
export function erroOf({ origem, error, tela, release, origin }: Seen): Erro | null {
  const { name, message, stack } = Object(error) as Record<string, unknown>;
  if (EXPECTED.has(String(name))) return null;
  const pilha = placesIn(String(stack ?? ''), origin);
  if (stack && pilha.length === 0) return null;
  return {
    origem,
    nome: typeof name === 'string' && NOME_DE_ERRO.test(name) ? name : 'Error',
    mensagem: withoutValues(typeof message === 'string' ? message : ''),
    pilha,
    tela: TELA.test(tela) ? tela : '/',
    release,
  };
}

/** The places of a stack in our own files. Browsers write the lines differently, and the place the same way. */
function placesIn(stack: string, origin: string): Lugar[] {
  const pattern = /(\w+:\/\/[^\s/]+)\/assets\/([\w.$-]{1,100}\.js):(\d{1,7}):(\d{1,7})/g;
  return Array.from(stack.matchAll(pattern))
    .filter(([, from]) => from === origin)
    .slice(0, MAX_LUGARES)
    .map(([, , arquivo = '', linha, coluna]) => ({ arquivo, linha: Number(linha), coluna: Number(coluna) }));
}
