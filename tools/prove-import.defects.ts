import type { Edit } from './prove-lookups.defects.ts';

/** What `prove:import --planted` plants: a line of the server, read otherwise than it is written. */
interface Defect {
  edits: readonly Edit[];
  /** Which count must notice. */
  by: RegExp;
}

const BATCH = 'modules/importacoes/import-batch.ts';
const QUERIES = 'modules/importacoes/import-batch.queries.ts';

/** So that those that are one produto come in different batches, and a kill comes into one of them. */
const SMALL = { file: BATCH, from: 'const BATCH = 200;', to: 'const BATCH = 7;' };

export const DEFECTS = {
  /** What became of an anuncio is written before it, and not together with it. */
  'outcome-first': {
    edits: [
      SMALL,
      {
        file: BATCH,
        from: "if (units.length === 0) return 'done';",
        to: `if (units.length === 0) return 'done';
          await db.write(accessOf(turn), (other) => updateResults(other, id, units.map((unit) => ({
            anuncio_id: unit.anuncio_id, variacao_id: unit.variacao_id, resultado: 'criado', motivo: null, produto_id: null }))));
          await new Promise((resolve) => setTimeout(resolve, 400));`,
      },
    ],
    by: /produtos lost/,
  },
  /** What its like have become is not looked for. */
  'twins-apart': {
    edits: [
      SMALL,
      {
        file: QUERIES,
        from: 'where g.produto_id is not null and',
        to: 'where false and g.produto_id is not null and',
      },
    ],
    by: /more than once|had to be imported/,
  },
  /** Each of those that are one produto brings its stock. */
  'stock-again': {
    edits: [
      SMALL,
      {
        file: QUERIES,
        from: 'and m.produto_id = p.id) as sem_estoque',
        to: 'and m.produto_id = p.id and false) as sem_estoque',
      },
    ],
    by: /entered twice/,
  },
  /** An image has another place each time it is copied. */
  'place-by-chance': {
    edits: [
      {
        file: 'modules/importacoes/fotos-batch.ts',
        from: 'const arquivoId = idOf(turn.importacaoId, foto.produto_id, foto.ordem);',
        to: 'const arquivoId = crypto.randomUUID();',
      },
    ],
    by: /nobody knows of/,
  },
  /** Whatever was imported before is written again. */
  'written-again': {
    edits: [
      {
        file: 'modules/importacoes/import-values.ts',
        from: 'if (Object.keys(changes).length === 0) return null;',
        to: 'changes.nome = produto.nome;',
      },
    ],
    by: /second run/,
  },
} satisfies Record<string, Defect>;
