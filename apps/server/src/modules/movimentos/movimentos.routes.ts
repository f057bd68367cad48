import { type MovimentoInput, movimentos } from '@prumo/contract/movimentos.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, type Explanations } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { changeStock } from './change-stock.ts';
import type { Command } from './decide.ts';
import { toDecimal, toHundredths } from './hundredths.ts';
import { hasProduto, PAGE, selectByChave, selectMovimentos, selectSaldosAt } from './movimentos.queries.ts';
import { insertRecusa, type Recusa, selectRecusa } from './recusas.queries.ts';
import { refused } from './refused.ts';
import { selectSaldos } from './saldos.ts';
import type { LedgerLine } from './stock.queries.ts';

export const movimentosExplanations: Explanations = {
  produto_deposito_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  produto_deposito_produto_fkey: {
    message: 'Este produto não existe mais.',
    inUse: 'O estoque deste produto mudou depois. Zere-o antes de continuar.',
  },
  produto_deposito_deposito_fkey: {
    message: 'Este depósito não existe mais. Escolha outro.',
    inUse: 'Um produto entrou neste depósito agora. Tente de novo.',
  },
  produto_deposito_key: { message: 'Este produto já está neste depósito.' },
  produto_deposito_quantidade_check: {
    field: 'quantidade',
    message: 'O estoque não pode ficar abaixo de zero. Informe uma quantidade menor.',
  },
  produto_deposito_reservado_check: { message: 'As reservas deste produto mudaram agora. Tente de novo.' },
  produto_deposito_minimo_check: { field: 'minimo', message: 'Informe um mínimo de 0 ou mais.' },
  movimentos_estoque_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  movimentos_recusados_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  movimentos_estoque_chave_key: { message: 'Este movimento já foi registrado.' },
  movimentos_estoque_tipo_check: { message: 'Este movimento não pôde ser registrado.' },
  movimentos_estoque_origens_check: { message: 'Este movimento não pôde ser registrado.' },
  movimentos_estoque_delta_check: { field: 'quantidade', message: 'Informe uma quantidade maior que 0.' },
  movimentos_estoque_saldo_check: {
    field: 'quantidade',
    message: 'O estoque não pode ficar abaixo de zero. Informe uma quantidade menor.',
  },
  movimentos_estoque_motivo_check: { field: 'motivo', message: 'Use até 200 caracteres.' },
};

export function movimentosRoutes(app: App): void {
  app.route({
    ...movimentos.create,
    handler: async (req) => {
      const outcome = await req.write((tx) => createMovimento(tx, req.body));
      // Throws after the transaction, because an error inside would roll back the stored refusal.
      if ('recusa' in outcome) throw toError(outcome.recusa);
      return outcome;
    },
  });

  app.route({
    ...movimentos.list,
    handler: async (req) => {
      const { rows, last } = await req.read((tx) => selectMovimentos(tx, req.query));
      const itens = rows.slice(0, PAGE);
      return { itens, proximo: (rows.length > PAGE ? itens.at(-1)?.id : last) ?? null };
    },
  });

  app.route({
    ...movimentos.saldos,
    handler: async (req) => {
      const { id } = req.params;
      const { em } = req.query;
      const [isThere, itens] = await req.read((tx) =>
        Promise.all([
          hasProduto(tx, id),
          em === undefined ? selectSaldos(tx, id) : selectSaldosAt(tx, id, em),
        ]),
      );
      if (!isThere) throw new AppError('not_found', 'Produto não encontrado. Ele pode ter sido excluído.');
      const sumOf = (field: 'quantidade' | 'reservado' | 'disponivel') =>
        toDecimal(itens.reduce((sum, item) => sum + toHundredths(item[field]), 0n));
      return {
        itens,
        total: sumOf('quantidade'),
        reservado: sumOf('reservado'),
        disponivel: sumOf('disponivel'),
      };
    },
  });
}

/** Executes each id once. A retry gets the first response, also when it was a refusal. */
async function createMovimento(tx: TenantDb, input: MovimentoInput) {
  const outcome = await changeStock(tx, [{ produto: input.produto_id, command: commandOf(input) }], {
    motivo: input.motivo,
    origem: 'manual',
    chaveOf: () => input.id,
    earlier: async () => {
      const [recusa, lines] = await Promise.all([selectRecusa(tx, input.id), selectByChave(tx, input.id)]);
      return recusa ? { kind: 'before', message: recusa.message, error: toError(recusa) } : lines;
    },
  });
  if (!outcome.ok) {
    const { code, message, details } = refused(outcome.refusal);
    const recusa = { code, message, details };
    await insertRecusa(tx, input.id, recusa);
    return { recusa };
  }
  if (outcome.repeated && !isSame(input, outcome.lines))
    throw new AppError(
      'invalid',
      'Este pedido já foi usado para outro movimento. Recarregue a página e tente de novo.',
    );
  return { lote: outcome.lines[0]?.lote ?? tx.lote, movimentos: outcome.lines };
}

const toError = ({ code, message, details }: Recusa) => new AppError(code, message, details);

function commandOf({ tipo, deposito_id, destino_id, quantidade, saldo_lido }: MovimentoInput): Command {
  const deposito = deposito_id;
  const hundredths = toHundredths(quantidade);
  if (tipo === 'ajuste')
    return {
      do: tipo,
      deposito,
      quantidade: hundredths,
      lido: saldo_lido === null ? null : toHundredths(saldo_lido),
    };
  if (tipo === 'transferencia')
    return { do: tipo, deposito, destino: destino_id ?? '', quantidade: hundredths };
  return { do: tipo, deposito, quantidade: hundredths };
}

/** Whether the lines match everything in the input. */
function isSame(input: MovimentoInput, [line, other]: readonly LedgerLine[]): boolean {
  if (line?.origem !== 'manual') return false;
  const { tipo, produto_id, deposito_id, destino_id, motivo } = input;
  const quantidade = toHundredths(input.quantidade);
  const delta = toHundredths(line.delta);
  const saldo = toHundredths(line.saldo);
  const isSameQuantity =
    tipo === 'ajuste'
      ? quantidade === saldo && input.saldo_lido !== null && toHundredths(input.saldo_lido) === saldo - delta
      : quantidade === (tipo === 'entrada' ? delta : -delta);
  return (
    isSameQuantity &&
    line.tipo === tipo &&
    line.produto_id === produto_id &&
    line.deposito_id === deposito_id &&
    line.motivo === motivo &&
    (other?.deposito_id ?? null) === destino_id
  );
}
