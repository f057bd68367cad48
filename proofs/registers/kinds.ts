import type pg from 'pg';
import { documentoWarning, formatDocumento } from '../../packages/contract/src/documento.ts';
import { cursorAt } from '../kit/latency.ts';
import { RARE } from './seed.ts';

/** A kind of request for a page of clientes. */
export interface Kind {
  name: string;
  /** The requests append these queries to `?limite=50`, in rotation. */
  queries: readonly string[];
  /** How many rows each query finds: a full page, at least one, or none. */
  finds: 'page' | 'some' | 'none';
  /** Whether the small empresas are measured too. */
  small?: true;
  /** Whether the short form measures it too. */
  short?: true;
}

/** Every way in which people search for a cliente, with names and documentos of this empresa. */
export async function kindsOf(admin: pg.Pool, empresaId: string, clientes: number): Promise<Kind[]> {
  const { rows } = await admin.query<{ cpf_cnpj: string; email: string }>(
    'select cpf_cnpj, email from clientes where empresa_id = $1 order by md5(cpf_cnpj) limit 40',
    [empresaId],
  );
  const documentos = rows.map(({ cpf_cnpj }) => cpf_cnpj);
  const emails = rows.map(({ email }) => email);
  if (documentos.some(documentoWarning)) throw new Error('a seeded documento has wrong check digits');
  const middle = clientes / 2;
  const deep = await cursorAt(admin, 'clientes', empresaId, middle);
  const both = { short: true, small: true } as const;
  const short = { short: true } as const;
  return [
    { name: 'list, first page', queries: [''], finds: 'page', ...both },
    { name: `list, page ${middle / 50}`, queries: [`&cursor=${deep}`], finds: 'page', ...short },
    { name: 'list by nome', queries: ['&ordem=nome', '&ordem=-nome'], finds: 'page', ...both },
    { ...search('rare name', 'some', [RARE, RARE.toLowerCase()]), ...short },
    { ...search('common surname', 'page', ['Silva', 'Santos', 'Oliveira']), ...both },
    { ...search('two words', 'some', ['maria aparecida', 'silva santos', 'ana pereira']), ...short },
    search('with accents', 'page', ['José', 'Conceição', 'araújo', 'João']),
    search('without accents', 'page', ['jose', 'conceicao', 'araujo', 'joao']),
    search('upper case', 'page', ['JOSÉ', 'CONCEICAO', 'ARAÚJO', 'JOAO']),
    { ...search('documento masked', 'some', documentos.map(formatDocumento)), ...both },
    { ...search('documento bare', 'some', documentos), ...short },
    search('six characters of a documento', 'some', parts(documentos, 2, 8)),
    search('three characters of a documento', 'some', parts(documentos, 3, 6)),
    { ...search('e-mail', 'some', emails), ...short },
    search(
      'name of an e-mail',
      'some',
      emails.map((each) => each.replace(/@.*/, '')),
    ),
    search('provider of an e-mail', 'page', ['@gmail', 'hotmail.com', '@bol', 'terra.com.br']),
    { ...search('no match', 'none', ['inexistente', '000.000.000-00', 'qqq']), ...both },
    { ...search('one letter', 'page', ['a', 'm', 's', 'z', 'k']), ...both },
    search('two letters', 'page', ['ma', 'si', 'jo', 'ze', 'ya']),
    search('two letters without a match', 'none', ['qz', 'ww']),
    { ...search('common surname by nome', 'page', ['Silva', 'Santos', 'Oliveira'], '&ordem=nome'), ...short },
    search('surname of one in a hundred by nome', 'page', ['Moura', 'Borges', 'Melo'], '&ordem=nome'),
    // The matches are adjacent in the order of the list, and far from its beginning.
    {
      ...search('first name by nome', 'page', ['Maria', 'José', 'Vitória', 'Zélia'], '&ordem=nome'),
      ...short,
    },
    search('first name by -nome', 'page', ['Ana', 'Antônio', 'Bruno'], '&ordem=-nome'),
  ];
}

const search = (name: string, finds: Kind['finds'], texts: readonly string[], order = ''): Kind => ({
  name: `search, ${name}`,
  finds,
  queries: texts.map((text) => `&busca=${encodeURIComponent(text)}${order}`),
});

const parts = (texts: readonly string[], from: number, to: number) =>
  texts.map((text) => text.slice(from, to));
