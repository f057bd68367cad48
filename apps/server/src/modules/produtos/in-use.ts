import { usesText } from '#platform/db/uses.ts';
import { AppError } from '#platform/errors.ts';

interface Use {
  /** The role of the record in a produto. */
  role: 'a marca' | 'a categoria' | 'o fornecedor';
  total: number;
}

/** Returns the reason why a record that produtos use cannot be deleted, and their number. */
export function usedByProdutos(nome: string, { role, total }: Use) {
  return total === 1
    ? {
        reason: `${nome} é ${role} de 1 produto. Mude ${role} dele ou exclua-o antes.`,
        uso: { registros: 'produto', total },
      }
    : {
        reason: `${nome} é ${role} de ${usesText(total)} produtos. Mude ${role} deles ou exclua-os antes.`,
        uso: { registros: 'produtos', total },
      };
}

export function inUseByProdutos(nome: string, use: Use): AppError {
  const { reason, uso } = usedByProdutos(nome, use);
  return new AppError('conflict', reason, { usos: [uso] });
}
