import type { Conta } from '@prumo/contract/contas.ts';
import { MARKETPLACES } from '@prumo/contract/marketplaces.ts';

/** `@nickname`, or the seller's number when there is no nickname. */
export const handleOf = ({ nickname, user_ml_id }: Conta) => `@${nickname ?? user_ml_id ?? 'sem-apelido'}`;

/** For example `Mercado Livre · ID 1002000001`. */
export const placeOf = ({ marketplace, user_ml_id }: Conta) =>
  user_ml_id ? `${MARKETPLACES[marketplace]} · ID ${user_ml_id}` : MARKETPLACES[marketplace];

export const lostAccess = ({ marketplace }: Conta) =>
  `O ${MARKETPLACES[marketplace]} encerrou o acesso a esta conta. Reconecte para voltar a usá-la.`;
