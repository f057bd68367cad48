import { loadInBulk, type Sizes } from '../kit/bulk.ts';

const TIPOS =
  'Auto Peças,Freios,Filtros,Amortecedores,Rolamentos,Retentores,Velas,Baterias,Lubrificantes,Correias,Embreagens,Radiadores,Escapamentos,Faróis,Pneus,Ferramentas';
const NOMES =
  'Horizonte,Aliança,Conceição,São João,Paulista,Guarani,Ipiranga,Araucária,Pantanal,Tietê,Jequitinhonha,Mantiqueira,Cruzeiro,Bandeirante,Goiás,Sertão,Litoral,Serra Azul,União,Progresso,Imperial,Santa Fé,Boa Vista,Três Corações,Itapuã,Tupi,Cearense,Gaúcha,Mineira,Nordestina,Amazônia,Atlântica';
const SUFIXOS = ',do Brasil,Indústria,Premium,Original,Nacional,& Filhos,Ltda';
const FRASES =
  'Linha leve e pesada para veículos nacionais e importados|Reposição original com garantia de doze meses|Distribuição para todo o país, com estoque em São Paulo|Injeção eletrônica, ignição e sensores|Suspensão, direção e transmissão|Peças para motocicletas e utilitários|Fabricação própria certificada pelo Inmetro|Atende oficinas, frotas e concessionárias';

export const RARE = 'xiquexique';

/** Loads marcas whose ids and dates rise together over three years, as they do in production. */
export const seedMarcas = (adminUrl: string, large: string, sizes: Sizes) =>
  loadInBulk(
    adminUrl,
    { table: 'marcas', large, sizes },
    (client, empresas, each) => client.query(INSERT, [empresas, each, TIPOS, NOMES, SUFIXOS, FRASES]),
    (client) =>
      client.query(
        `insert into marcas (empresa_id, user_id, nome, descricao, created_at)
         select $1, $1, 'Casa ${RARE}', 'Ferragens', now() - interval '400 days' - n * interval '1 day' from generate_series(1, 7) n`,
        [large],
      ),
  );

const INSERT = `with list as (select string_to_array($3, ',') as tipos, string_to_array($4, ',') as nomes, string_to_array($5, ',') as sufixos, string_to_array($6, '|') as frases)
   insert into marcas (empresa_id, id, user_id, nome, descricao, created_at)
   select e, uuidv7(age), e,
     trim(tipos[1 + h % cardinality(tipos)] || ' ' || nomes[1 + h / 16 % cardinality(nomes)] || ' ' || sufixos[1 + h / 512 % cardinality(sufixos)]) || ' ' || n,
     case when n % 2 = 0 then frases[1 + h / 4096 % cardinality(frases)] || ' · lote ' || h % 9973 end,
     now() + age
   from list, unnest($1::uuid[]) e, generate_series(1, $2::int) n,
     lateral (select abs(hashint8(n + hashtext(e::text))::bigint) as h) a,
     lateral (select (n - $2::int) * (interval '94608000 seconds' / $2::int) as age) b`;
