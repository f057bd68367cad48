import { type Comissao, comissoes, MAX_LANCAMENTOS } from '@prumo/contract/comissoes.ts';
import { recordAtividade } from '#platform/db/history.ts';
import { AppError } from '#platform/errors.ts';
import { BOM, comma, csvLine } from '#platform/http/csv.ts';
import type { App } from '#platform/http/http.ts';
import { selectComissoes, selectLancamentos } from './comissoes.queries.ts';

export function comissoesRoutes(app: App): void {
  app.route({
    ...comissoes.list,
    handler: (req) => req.read((tx) => selectComissoes(tx, req.query)),
  });

  app.route({
    ...comissoes.file,
    handler: async (req, reply) => {
      const { de, ate } = req.query;
      const { itens, parcial } = await req.read((tx) => selectComissoes(tx, req.query));
      // A file has no room for the warning that the screen shows, and the empresa pays the vendedores by its sums.
      if (parcial) throw new AppError('invalid', PARCIAL);
      await req.prepare((tx) => recordAtividade(tx, 'exportacao', { arquivo: 'as comissões em CSV' }));
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="comissoes-${de}-a-${ate}.csv"`);
      return BOM + csvLine(HEADER) + itens.map((each) => csvLine(cellsOf(each))).join('');
    },
  });

  app.route({
    ...comissoes.lancamentos,
    handler: async (req) => {
      const rows = await req.read((tx) => selectLancamentos(tx, req.query));
      return { itens: rows.slice(0, MAX_LANCAMENTOS), mais: rows.length > MAX_LANCAMENTOS };
    },
  });
}

const PARCIAL = 'O período tem vendas demais para uma soma. Escolha um período menor e baixe de novo.';
const HEADER = ['Vendedor', 'Vendas', 'Vendido', 'Comissão', 'Canceladas', 'Estornado', 'A pagar'];

const cellsOf = ({ vendedor_nome, vendas, vendido, comissao, canceladas, estornado, a_pagar }: Comissao) => [
  vendedor_nome,
  vendas,
  comma(vendido),
  comma(comissao),
  canceladas,
  comma(estornado),
  comma(a_pagar),
];
