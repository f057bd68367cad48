import pg from 'pg';

const TIPOS =
  'Auto Peças,Freios,Filtros,Amortecedores,Rolamentos,Retentores,Velas,Baterias,Lubrificantes,Correias,Embreagens,Radiadores,Escapamentos,Faróis,Pneus,Ferramentas';
const NOMES =
  'Horizonte,Aliança,Conceição,São João,Paulista,Guarani,Ipiranga,Araucária,Pantanal,Tietê,Jequitinhonha,Mantiqueira,Cruzeiro,Bandeirante,Goiás,Sertão,Litoral,Serra Azul,União,Progresso,Imperial,Santa Fé,Boa Vista,Três Corações,Itapuã,Tupi,Cearense,Gaúcha,Mineira,Nordestina,Amazônia,Atlântica';
const SUFIXOS = ',do Brasil,Indústria,Premium,Original,Nacional,& Filhos,Ltda';
const FRASES =
  'Linha leve e pesada para veículos nacionais e importados|Reposição original com garantia de doze meses|Distribuição para todo o país, com estoque em São Paulo|Injeção eletrônica, ignição e sensores|Suspensão, direção e transmissão|Peças para motocicletas e utilitários|Fabricação própria certificada pelo Inmetro|Atende oficinas, frotas e concessionárias';

export const RARE = 'xiquexique';

export interface Sizes {
  /** Marcas of the one large empresa. */
  large: number;
  empresas: number;
  /** Marcas of each of the others. */
  each: number;
}

/**
 * Marcas by the hundred thousand: written set by set with the triggers off, so that `historico` stays empty and
 * `contadores` gets its totals here. The ids and dates rise together over three years, as they do in life.
 */
export async function seedMarcas(url: string, large: string, sizes: Sizes): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: definitions } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'marcas' and indexname <> 'marcas_pkey'`,
  );
  // Built once at the end instead of row by row.
  for (const { name } of definitions) await client.query(`drop index ${name}`);
  await client.query('set session_replication_role = replica');
  const { rows: empresas } = await client.query<{ id: string }>(
    `insert into empresas (nome) select 'Empresa ' || n from generate_series(1, $1) n returning id`,
    [sizes.empresas],
  );
  const others = empresas.map(({ id }) => id);
  await insert([large], sizes.large);
  await insert(others, sizes.each);
  await client.query(
    `insert into marcas (empresa_id, user_id, nome, descricao, created_at)
     select $1, $1, 'Casa ${RARE}', 'Ferragens', now() - interval '400 days' - n * interval '1 day' from generate_series(1, 7) n`,
    [large],
  );
  await client.query(
    `insert into contadores (empresa_id, nome, delta) select empresa_id, 'marcas', count(*) from marcas group by 1`,
  );
  await client.query("set maintenance_work_mem = '256MB'");
  for (const { definition } of definitions) await client.query(definition);
  await client.query('vacuum (analyze) marcas, contadores, empresas');
  await client.end();
  return others;

  async function insert(ids: string[], each: number): Promise<void> {
    await client.query(
      `with list as (select string_to_array($3, ',') as tipos, string_to_array($4, ',') as nomes, string_to_array($5, ',') as sufixos, string_to_array($6, '|') as frases)
       insert into marcas (empresa_id, id, user_id, nome, descricao, created_at)
       select e, uuidv7(age), e,
         trim(tipos[1 + h % cardinality(tipos)] || ' ' || nomes[1 + h / 16 % cardinality(nomes)] || ' ' || sufixos[1 + h / 512 % cardinality(sufixos)]) || ' ' || n,
         case when n % 2 = 0 then frases[1 + h / 4096 % cardinality(frases)] || ' · lote ' || h % 9973 end,
         now() + age
       from list, unnest($1::uuid[]) e, generate_series(1, $2::int) n,
         lateral (select abs(hashint8(n + hashtext(e::text))::bigint) as h) a,
         lateral (select (n - $2::int) * (interval '94608000 seconds' / $2::int) as age) b`,
      [ids, each, TIPOS, NOMES, SUFIXOS, FRASES],
    );
  }
}
