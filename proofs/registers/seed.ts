import { loadInBulk, type Sizes } from '../kit/bulk.ts';

/**
 * Each surname with the number of people in a thousand who have it, close to the census. `thousand`
 * distributes the remainder over the rarer half.
 */
const SOBRENOMES =
  'Silva 62,da Silva 56,Santos 38,dos Santos 34,Oliveira 26,de Oliveira 14,Souza 22,de Souza 10,Pereira 26,Ferreira 24,Lima 24,Alves 23,Rodrigues 22,Costa 16,da Costa 5,Gomes 16,Ribeiro 15,Martins 14,Carvalho 13,Almeida 12,de Almeida 6,Lopes 12,Soares 12,Fernandes 12,Vieira 12,Barbosa 11,Rocha 11,Dias 11,Nascimento 9,do Nascimento 8,Araújo 10,Moreira 10,Nunes 10,Marques 9,Cardoso 9,Mendes 9,Freitas 8,Machado 8,Ramos 8,Teixeira 8,Gonçalves 8,Santana 8,Borges 7,Monteiro 7,Moura 6,Correia 6,Batista 6,Cavalcanti 5,Campos 5,Melo 5,Conceição 5,da Conceição 5,Cruz 5,Castro 5,Pinto 5,Duarte 4,Azevedo 4,Farias 4,Barros 4,Reis 4,Morais 4,Nogueira 4,Leite 4,Xavier 3,Brito 3,Fonseca 3,Magalhães 3,Simões 2,Queiroz 2,Guimarães 2,Assunção 2,Bittencourt 1,Zanetti 1,Kowalski 1,Yamamoto 1,Schneider 1';
const NOMES =
  'Maria 52,José 26,Ana 20,João 18,Antônio 12,Francisco 9,Pedro 9,Carlos 9,Lucas 9,Luiz 9,Paulo 8,Gabriel 8,Marcos 7,Rafael 7,Francisca 6,Antônia 6,Daniel 6,Marcelo 6,Bruno 6,Eduardo 6,Felipe 6,Rodrigo 6,Fernanda 6,Juliana 6,Patrícia 6,Aline 6,Márcia 6,Sandra 6,Camila 6,Amanda 6,Bruna 6,Jéssica 6,Letícia 6,Júlia 6,Luciana 6,Vanessa 6,Mariana 6,Gabriela 5,Vera 5,Vitória 5,Larissa 5,Cláudia 5,Beatriz 5,Rita 5,Luana 5,Sônia 5,Renata 5,Eliane 5,Manoel 5,Raimundo 5,Sebastião 5,Geraldo 5,Fábio 5,André 5,Leonardo 5,Gustavo 5,Guilherme 5,Fernando 5,Tiago 5,Ricardo 5,Roberto 5,Sérgio 5,Vinícius 5,Wagner 4,Wesley 3,Zélia 3,Zilda 2,Iracema 2,Jerônimo 2';
const SEGUNDOS =
  'Aparecida,Carlos,Paula,Maria,Antônio,Luiz,Cristina,Eduardo,de Fátima,das Graças,Paulo,Henrique';
const RAMOS =
  'Auto Peças,Mecânica,Mercado,Padaria,Transportes,Comercial,Distribuidora,Oficina,Funilaria,Construções';
const CIDADES =
  'São Paulo/SP,Rio de Janeiro/RJ,Curitiba/PR,Belo Horizonte/MG,Salvador/BA,Fortaleza/CE,Goiânia/GO,Maringá/PR,Ribeirão Preto/SP,São José dos Pinhais/PR,Florianópolis/SC,Belém/PA';
const PROVEDORES =
  'gmail.com 620,hotmail.com 190,outlook.com 70,yahoo.com.br 60,uol.com.br 35,bol.com.br 15,terra.com.br 10';
/** A hash of the usual length. All clientes have the same hash, which saves hashing a million passwords. */
const SENHA =
  '$argon2id$v=19$m=19456,t=2,p=1$cHJ1bW8tcHJvdmEtMDE$W5kDk2m5l0gq3zZ0Y0yq3x2c9W7b6V1u8s4r2p0n1m3';

export const RARE = 'Xiquexique';

/**
 * Loads clientes. Four in five are people, the others are companies. Their documentos are valid, and one CNPJ
 * in ten has letters. Ids and dates rise together over three years, as they do in production.
 */
export const seedClientes = (adminUrl: string, large: string, sizes: Sizes) =>
  loadInBulk(
    adminUrl,
    { table: 'clientes', large, sizes },
    (client, empresas, each) =>
      client.query(INSERT, [
        empresas,
        each,
        thousand(SOBRENOMES),
        thousand(NOMES),
        SEGUNDOS.split(','),
        RAMOS.split(','),
        CIDADES.split(','),
        thousand(PROVEDORES),
        SENHA,
      ]),
    (client) =>
      client.query(
        `update clientes set nome = 'Jerônimo ${RARE}' where empresa_id = $1 and id in (
           select id from clientes where empresa_id = $1 order by md5(id::text) limit 7)`,
        [large],
      ),
  );

/**
 * A list of a thousand names, each repeated by its frequency, so that a uniform choice follows the
 * frequencies.
 */
function thousand(shares: string): string[] {
  const names = shares.split(',').flatMap((each) => {
    const [, name = '', share = ''] = /^(.+) (\d+)$/.exec(each) ?? [];
    return Array.from({ length: Number(share) }, () => name);
  });
  if (names.length > 1000) throw new Error(`the frequencies add up to ${names.length}, more than a thousand`);
  const rest = names.slice(names.length / 2);
  return [...names, ...Array.from({ length: 1000 - names.length }, (_, n) => rest[n % rest.length] ?? '')];
}

/** SQL for a check digit: a character counts as its code minus 48, and the weighted sum is taken modulo 11. */
const digit = (root: string, weights: readonly number[]) => {
  const sum = weights.map((weight, index) => `(ascii(substr(${root}, ${index + 1}, 1)) - 48) * ${weight}`);
  return `((11 - (${sum.join(' + ')}) % 11) % 11 % 10)`;
};
const CPF = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

const INSERT = `
  with list as (
    select $3::text[] as sobrenomes, $4::text[] as nomes, $5::text[] as segundos, $6::text[] as ramos, $7::text[] as cidades,
      $8::text[] as provedores)
  insert into clientes (empresa_id, id, user_id, nome, cpf_cnpj, nome_fantasia, cep, endereco, numero, bairro, cidade,
    estado, email, senha, created_at)
  select e, uuidv7(age), e, nome,
    raiz || primeiro_dv || case when company then ${digit('(raiz || primeiro_dv)', CNPJ)} else ${digit('(raiz || primeiro_dv)', CPF)} end,
    case when company then fantasia end,
    lpad((p[3] % 100000000)::text, 8, '0'), 'Rua ' || sobrenomes[1 + p[4] % 1000], (p[5] % 3000)::text, 'Centro',
    split_part(cidade, '/', 1), split_part(cidade, '/', 2),
    replace(normalize_text(case when company then 'contato ' || fantasia else primeiro || ' ' || ultimo end), ' ', '.')
      || p[6] % 1000 || '@' || provedores[1 + p[7] % 1000],
    $9, now() + age
  from list, unnest($1::uuid[]) e, generate_series(1, $2::int) n,
    lateral (select array_agg(hashint8extended(n, hashtext(e::text) + 7919 * k) & 2147483647 order by k) as p
      from generate_series(1, 15) k) a,
    lateral (select p[8] % 5 = 0 as company, nomes[1 + p[9] % 1000] as primeiro, sobrenomes[1 + p[10] % 1000] as ultimo,
      cidades[1 + p[11] % cardinality(cidades)] as cidade,
      (n - $2::int) * (interval '94608000 seconds' / $2::int) as age) b,
    lateral (select ramos[1 + p[12] % cardinality(ramos)] || ' ' || ultimo as fantasia,
      case when not company then lpad((p[1] % 1000000000)::text, 9, '0')
        when p[2] % 10 = 0 then translate(upper(lpad(to_hex(p[1]), 8, '0')), '13579BDF', 'KMPRTVXZ') || '0001'
        else lpad((p[1] % 100000000)::text, 8, '0') || '0001' end as raiz) c,
    lateral (select case when company then ${digit('raiz', CNPJ.slice(1))} else ${digit('raiz', CPF.slice(1))} end as primeiro_dv,
      case when company then fantasia || ' Ltda'
        else primeiro || case when p[12] % 3 = 0 then ' ' || segundos[1 + p[13] % cardinality(segundos)] else '' end
          || case when p[14] % 5 < 3 then ' ' || sobrenomes[1 + p[15] % 1000] else '' end || ' ' || ultimo end as nome) d`;
