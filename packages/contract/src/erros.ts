import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * The words of a message that may leave the browser: those that browsers and React use in their own messages. No
 * message can carry a name, a number or a text of a record, because each other word becomes `…`.
 */
const WORDS = new Set(
  `a access accessed after already an and any argument arguments array as at aborted be before been boundary
  browser call called can cannot canceled cannot caught change child class closed code component const constructor
  convert could data declared deep defined depth delete denied did different document does element error exceeded
  expected failed fetch finished for found from function get given has have hook hooks hydration if implement
  implemented in index initialization input instance instanceof insufficient interface invalid is iterable iterator
  json key last length limit load loading loop made match maximum memory message method minified missing module
  must name network new no node nodes non not null number object of on only operation operator or out outside own
  parameter parse performed permission position promise properties property quota react read reading reason recursion
  reduce redefine rejected render rendered request required response return same script secure set setting should size
  stack state storage string structure suspended symbol target than that the this times to token too transaction type
  undefined unexpected unhandled update updates use used user value was when while window with without write zero`
    .split(/\s+/)
    .filter(Boolean),
);
const LONGEST = 200;
const HIDDEN = '…';

/** The message without its values: words of the list stay, and the codes of React such as `#418`. */
export function withoutValues(message: string): string {
  const kept: string[] = [];
  for (const part of message.slice(0, LONGEST).split(/\s+/)) {
    const word = part.replace(/^[("'`]+|[)"'`.,:;!?]+$/g, '');
    const isKept = WORDS.has(word.toLowerCase()) || (/^#\d{1,3}$/.test(word) && kept.at(-1) === 'error');
    if (isKept) kept.push(word);
    else if (part && kept.at(-1) !== HIDDEN) kept.push(HIDDEN);
  }
  return kept.join(' ');
}

/** A place in one of our own files. The names of functions stay in the browser. */
const Lugar = z.object({
  arquivo: z.string().check(z.regex(/^[\w.$-]{1,100}\.js$/)),
  linha: z.int().check(z.gte(0), z.lte(10_000_000)),
  coluna: z.int().check(z.gte(0), z.lte(10_000_000)),
});
export type Lugar = z.infer<typeof Lugar>;

export const MAX_LUGARES = 8;
/** The kind of error, such as `TypeError`. A name of another form is sent as `Error`. */
export const NOME_DE_ERRO = /^(?:[A-Z][A-Za-z]{0,40})?(?:Error|Exception)$/;
/** The pattern of a screen's address, such as `/configuracao/$marketplace/$accountId`. It has no digits, so no ids. */
export const TELA = /^\/[A-Za-z$/_-]{0,79}$/;

/** An error that a page did not handle. ADR 0078 says what it never contains. */
export const Erro = z.strictObject({
  origem: z.enum(['erro', 'rejeicao', 'tela']),
  nome: z.string().check(z.regex(NOME_DE_ERRO)),
  mensagem: z.string().check(
    z.maxLength(LONGEST * 2),
    z.refine((text) => withoutValues(text) === text, 'A mensagem contém valores.'),
  ),
  pilha: z.array(Lugar).check(z.maxLength(MAX_LUGARES)),
  tela: z.string().check(z.regex(TELA)),
  release: z.nullable(z.int()),
});
export type Erro = z.infer<typeof Erro>;

export const erros = {
  create: endpoint({
    method: 'POST',
    url: '/api/erros',
    // The login screen can fail too.
    config: { auth: 'anonymous', tenant: false, cost: 'write', right: null },
    schema: {
      summary: 'Recebe um erro que uma página não tratou',
      tags: ['erros'],
      body: Erro,
      response: { 204: z.null() },
    },
  }),
};
