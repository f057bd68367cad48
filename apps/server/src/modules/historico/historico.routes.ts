import { type Alteracao, historico } from '@prumo/contract/historico.ts';
import type { Arquivos } from '#modules/arquivos/arquivos.ts';
import { fieldChanges } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Explanations } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { PAGE, type Recorded, selectAlteracoes } from './historico.queries.ts';
import { undo } from './undo.ts';

export const historicoExplanations: Explanations = {
  historico_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  historico_imagens_check: { message: 'Esta alteração não pôde ser registrada.' },
  historico_operacao_check: { message: 'Esta alteração não pôde ser registrada.' },
};

interface Parts {
  arquivos: Arquivos;
  /**
   * Undoes a lote that a job wrote in many transactions, or one deleted produto of it. Returns undefined for the lote
   * of one transaction.
   */
  undoIfLote(
    tx: TenantDb,
    which: { lote: string; produtoId: string | undefined },
  ): Promise<string | undefined>;
}

export function historicoRoutes(app: App, { arquivos, undoIfLote }: Parts): void {
  app.route({
    ...historico.list,
    handler: async (req) => {
      const { rows, last } = await req.read((tx) => selectAlteracoes(tx, req.query));
      const itens = rows.slice(0, PAGE).map(toAlteracao);
      return { itens, proximo: (rows.length > PAGE ? itens.at(-1)?.id : last) ?? null };
    },
  });

  app.route({
    ...historico.undo,
    handler: (req) =>
      req.write(async (tx) => {
        const { lote } = req.params;
        const { registro_id } = req.query;
        const started = await undoIfLote(tx, { lote, produtoId: registro_id });
        if (started !== undefined) return { lote: started, em_andamento: registro_id === undefined };
        const changes = await undo(tx, lote, registro_id);
        await arquivos.settle(
          tx,
          changes.flatMap(({ tabela, antes, depois }) =>
            [antes, depois].flatMap((registro) => arquivos.shownBy(tabela, registro)),
          ),
        );
        return { lote: tx.lote };
      }),
  });
}

const OPERACOES = { I: 'criou', U: 'alterou', D: 'excluiu' } as const;

const toAlteracao = ({ antes, depois, operacao, ...rest }: Recorded): Alteracao => ({
  ...rest,
  operacao: OPERACOES[operacao],
  mudancas: fieldChanges(antes, depois),
});
