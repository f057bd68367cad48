import { AppError } from '#platform/errors.ts';
import { toDecimal } from './hundredths.ts';
import type { Refusal } from './refusals.ts';

export const GONE = {
  kind: 'gone',
  message: 'Produto não encontrado. Ele pode ter sido excluído.',
} as const;

/** The refusal of an earlier request with the same key. */
export interface RefusedBefore {
  kind: 'before';
  message: string;
  error: AppError;
}

/** Why a change of stock did not happen. */
export type Refused = Refusal | typeof GONE | RefusedBefore;

/** Returns the error for a change that a person requested. */
export function refused(refusal: Refused): AppError {
  if (refusal.kind === 'before') return refusal.error;
  const { kind, message } = refusal;
  if (kind === 'gone') return new AppError('not_found', message);
  if (kind === 'reserved') return new AppError('conflict', message);
  if (kind === 'stale')
    return new AppError('conflict', message, { atual: { saldo: toDecimal(refusal.saldo ?? 0n) } });
  return new AppError('invalid', message, { campos: { [refusal.field]: message } });
}
