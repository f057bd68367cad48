import { randomUUID } from 'node:crypto';
import type { Operator, Product } from '../kit/product.ts';

/** A value that one column holds of the planted person. `where` names the column. */
export interface Mark {
  where: string;
  bytes: string;
}

const letters = () =>
  Array.from({ length: 12 }, () => 'bcdfghjklmnpqrstvwxz'[Math.floor(Math.random() * 20)]).join('');
const digits = (length: number) =>
  Array.from({ length }, (_, n) => (n === 0 ? 9 : Math.floor(Math.random() * 10))).join('');

const digitOf = (bare: string, first: number): number => {
  const sum = [...bare].reduce((total, digit, n) => total + Number(digit) * (first - n), 0);
  return ((sum * 10) % 11) % 10;
};
function aCpf(): string {
  const nine = digits(9);
  const ten = `${nine}${digitOf(nine, 10)}`;
  return `${ten}${digitOf(ten, 11)}`;
}
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
function aCnpj(): string {
  const check = (bare: string) => {
    const weights = CNPJ_WEIGHTS.slice(-bare.length);
    const rest = [...bare].reduce((sum, digit, n) => sum + Number(digit) * (weights[n] ?? 0), 0) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  const twelve = `${digits(8)}0001`;
  const thirteen = `${twelve}${check(twelve)}`;
  return `${thirteen}${check(thirteen)}`;
}

/**
 * Registers one person as cliente, vendedor and fornecedor through the API, with a different unusual text in every
 * column that has room for one. `estado` has two letters and gets none. Returns the texts.
 */
export async function plantPerson(product: Product, ana: Operator) {
  const marks: Mark[] = [];
  const mark = (where: string, bytes = letters()) => {
    marks.push({ where, bytes });
    return bytes;
  };
  const save = (path: string, body: object) =>
    product.call<{ id: string; versao: number }>(ana, 'POST', path, body, {
      'idempotency-key': randomUUID(),
    });
  const address = (table: string, names: string) =>
    Object.fromEntries(names.split(' ').map((name) => [name, mark(`${table}.${name}`)]));
  const nome = mark('nome in every register');

  const senha = letters();
  const cpf = mark('clientes.cpf_cnpj, vendedores.cpf', aCpf());
  const cliente = {
    ...address('clientes', 'nome_fantasia inscricao_estadual endereco numero complemento bairro cidade'),
    ...{
      nome,
      cpf_cnpj: cpf,
      cep: mark('clientes.cep', digits(8)),
      estado: 'SP',
      senha,
      confirmar_senha: senha,
    },
    email: `${mark('clientes.email')}@exemplo.com.br`,
  };
  const made = await save('/api/clientes', {
    ...cliente,
    nome: `${nome} ${mark('clientes.nome, before a change')}`,
  });
  await product.call(ana, 'PUT', `/api/clientes/${made.id}`, { ...cliente, versao: made.versao });
  // The stored answer warns with the name of the other record, because both have one document.
  await save('/api/clientes', { ...cliente, nome: 'Joana', ...blank(), email: 'joana@exemplo.com.br' });
  const vendedor = await save('/api/vendedores', {
    ...address('vendedores', 'endereco numero bairro cidade'),
    ...{ nome, cpf, comissao: '5.00', cep: mark('vendedores.cep', digits(8)), estado: 'SP' },
    email: `${mark('vendedores.email')}@exemplo.com.br`,
  });
  await product.call(ana, 'DELETE', `/api/vendedores/${vendedor.id}`);
  const cnpj = mark('fornecedores.cpf_cnpj', aCnpj());
  await save('/api/fornecedores', {
    ...address('fornecedores', 'endereco numero complemento bairro cidade'),
    ...{ nome, cpf_cnpj: cnpj, cep: mark('fornecedores.cep', digits(8)), estado: 'SP' },
    ...{
      telefone: mark('fornecedores.telefone', `119${digits(8)}`),
      email: `${mark('fornecedores.email')}@exemplo.com.br`,
    },
  });
  // The lookup services are not part of this proof, so the cached answer is written directly.
  await product.sql(
    `insert into consultas.respostas values ('cnpj', $1, $2, 'prova', now(), now() + interval '1 day')`,
    [cnpj, JSON.stringify({ razao_social: mark('consultas.respostas.resposta') })],
  );
  const [stored] = await product.sql<{ senha: string }>('select senha from clientes where id = $1', [
    made.id,
  ]);
  const hash: Mark = { where: 'clientes.senha, as a hash', bytes: stored?.senha ?? '' };
  return { nome, cpf, cnpj, marks, hash };
}

/** A second cliente with the same document, about whom nothing else is the same. */
const blank = () =>
  Object.fromEntries(
    'nome_fantasia inscricao_estadual cep endereco numero complemento bairro cidade estado'
      .split(' ')
      .map((name) => [name, null]),
  );
