import type { Edit } from '../kit/edits.ts';

/** A defect of `prove:import --planted`. */
interface Defect {
  edits: readonly Edit[];
  /** The figure that must miss its bar. */
  by: RegExp;
}

const BATCH = 'modules/importacoes/write/import-batch.ts';
const QUERIES = 'modules/importacoes/write/import-batch.queries.ts';

/** Small batches, so that the units of one produto fall into different batches and a kill hits one of them. */
const SMALL = { file: BATCH, from: 'const BATCH = 200;', to: 'const BATCH = 7;' };

export const DEFECTS = {
  /** The import writes the outcome of an anuncio before its produto, in a separate transaction. */
  'outcome-first': {
    edits: [
      SMALL,
      {
        file: BATCH,
        from: "if (units.length === 0) return 'done';",
        to: `if (units.length === 0) return 'done';
          await db.write(accessOf(lease), (other) => updateResults(other, id, units.map((unit) => ({
            anuncio_id: unit.anuncio_id, variacao_id: unit.variacao_id, resultado: 'criado', motivo: null, produto_id: null }))));
          await new Promise((resolve) => setTimeout(resolve, 400));`,
      },
    ],
    by: /produtos lost/,
  },
  /** The import does not look for a produto that a matching anuncio has already become. */
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
  /** Each unit of one produto enters its stock, so the produto has its stock several times. */
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
  /** An image gets a new storage key each time it is copied. */
  'place-by-chance': {
    edits: [
      {
        file: 'modules/importacoes/fotos/fotos-batch.ts',
        from: 'const arquivoId = idOf(lease.importacaoId, foto.produto_id, foto.ordem);',
        to: 'const arquivoId = crypto.randomUUID();',
      },
    ],
    by: /without an upload/,
  },
  /** A second import writes unchanged produtos again. */
  'written-again': {
    edits: [
      {
        file: 'modules/importacoes/write/import-values.ts',
        from: 'if (Object.keys(changes).length === 0) return null;',
        to: 'changes.nome = produto.nome;',
      },
    ],
    by: /second run/,
  },
} satisfies Record<string, Defect>;
