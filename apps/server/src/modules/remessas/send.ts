import type { RemessaInput } from '@prumo/contract/remessas.ts';
import { changeStock } from '#modules/movimentos/change-stock.ts';
import { selectByChave } from '#modules/movimentos/movimentos.queries.ts';
import { insertRecusa, type Recusa, selectRecusa } from '#modules/movimentos/recusas.queries.ts';
import { refused } from '#modules/movimentos/refused.ts';
import type { LedgerLine } from '#modules/movimentos/stock.queries.ts';
import { inOrder } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';
import type { SeveralDoors } from '#platform/http/several-doors.ts';
import { type Half, halvesOf, isHalf } from './decide.ts';
import { lockRemessa, selectProdutoBySku } from './remessas.queries.ts';

const OTHER_CONTENT = 'Este pedido já foi usado para outro movimento. Recarregue a página e tente de novo.';

/** A refusal by the rules of stock. It is stored, so that a repetition is refused too. */
class Refused extends Error {
  readonly recusa: Recusa;
  constructor({ code, message, details }: AppError) {
    super(message);
    this.recusa = { code, message, details };
  }
}

export interface Names {
  de: string;
  para: string;
}

/**
 * Writes both movimentos of a remessa in one transaction, or none. Executes each id once: a repetition gets the first
 * response, also when it was a refusal. A refusal belongs to the empresa that is entered first, where every request
 * with the same id looks for it.
 */
export async function sendRemessa(doors: SeveralDoors, input: RemessaInput, names: Names) {
  const { saida, entrada } = halvesOf(input);
  const motivoOf = ({ tipo }: Half) =>
    tipo === 'saida' ? `Transferência para ${names.para}` : `Transferência de ${names.de}`;
  const isSaidaFirst = inOrder(saida.empresaId, entrada.empresaId);
  const [first, second] = isSaidaFirst ? [saida, entrada] : [entrada, saida];

  const attempt = () =>
    doors.writeBoth([saida.empresaId, entrada.empresaId], saida.empresaId, {
      inFirst: async (tx) => {
        await lockRemessa(tx, input.id);
        const recusa = await selectRecusa(tx, input.id);
        if (recusa) throw toError(recusa);
        return write(tx, input.id, first, motivoOf(first));
      },
      inSecond: async (tx, before) => {
        const after = await write(tx, input.id, second, motivoOf(second));
        // The key has one half in one ledger and something else in the other.
        if (after.isRepeated !== before.isRepeated) throw new AppError('invalid', OTHER_CONTENT);
        const [left, entered] = isSaidaFirst ? [before.line, after.line] : [after.line, before.line];
        return { lote: left.lote, saida: left, entrada: entered };
      },
    });

  /** Stores the refusal, unless a concurrent request with the same id was accepted meanwhile. */
  const keepRefusal = (recusa: Recusa) =>
    doors.write(first.empresaId, async (tx) => {
      await lockRemessa(tx, input.id);
      if ((await selectByChave(tx, input.id)).length > 0) return false;
      await insertRecusa(tx, input.id, recusa);
      return true;
    });

  return attempt().catch(async (error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    if (await keepRefusal(error.recusa)) throw toError(error.recusa);
    return attempt();
  });
}

const toError = ({ code, message, details }: Recusa) => new AppError(code, message, details);

/** Writes one half, or finds it in the ledger. */
async function write(
  tx: TenantDb,
  id: string,
  half: Half,
  motivo: string,
): Promise<{ line: LedgerLine; isRepeated: boolean }> {
  const earlier = await selectByChave(tx, id);
  if (earlier.length > 0) return { line: halfIn(earlier, half), isRepeated: true };
  const produto = 'id' in half.produto ? half.produto.id : await selectProdutoBySku(tx, half.produto.sku);
  if (produto === undefined) throw new Refused(missing(half));
  const outcome = await changeStock(
    tx,
    [{ produto, command: { do: half.tipo, deposito: half.depositoId, quantidade: half.quantidade } }],
    { motivo, origem: 'remessa', chaveOf: () => id },
  );
  if (!outcome.ok) throw new Refused(toFields(refused(outcome.refusal), half));
  return { line: halfIn(outcome.lines, half), isRepeated: false };
}

function halfIn(lines: readonly LedgerLine[], half: Half): LedgerLine {
  const [line] = lines;
  if (!line || !isHalf(lines, half)) throw new AppError('invalid', OTHER_CONTENT);
  return line;
}

function missing({ produto }: Half): AppError {
  const message = `A empresa de destino não tem um produto com o SKU ${'sku' in produto ? produto.sku : ''}. Informe outro SKU ou cadastre o produto lá e tente de novo.`;
  return new AppError('invalid', message, { campos: { para_sku: message } });
}

/** Names the fields of a remessa in a refusal by the rules of one ledger. */
function toFields(error: AppError, { tipo }: Half): AppError {
  const { campos } = error.details;
  if (!campos?.['deposito_id']) return error;
  const field = tipo === 'saida' ? 'de_deposito_id' : 'para_deposito_id';
  return new AppError(error.code, error.message, { campos: { [field]: campos['deposito_id'] } });
}
