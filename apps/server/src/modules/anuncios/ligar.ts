import type { LigacaoDeAnuncio } from '@prumo/contract/anuncios.ts';
import { recordAtividade } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, found } from '#platform/errors.ts';
import { lockLigacao, selectConta, selectNome, writeLigacao } from './ligacao.queries.ts';

export const MISSING = 'Este anúncio não está mais aqui. Atualize a página.';
export const MISSING_CONTA = 'Conta não encontrada. Ela pode ter sido desconectada.';
const GONE = 'Este produto não existe mais. Escolha outro.';

/** Links a unit to a produto, changes the link, or cuts it. Repeating the request changes nothing. */
export async function ligar(
  tx: TenantDb,
  { conta_id, anuncio_id }: { conta_id: string; anuncio_id: string },
  { variacao_id, produto_id, antes }: LigacaoDeAnuncio,
): Promise<{ produto_id: string | null }> {
  const { nome: conta, ...seller } = found(await selectConta(tx, conta_id), MISSING_CONTA);
  const chave = { ...seller, anuncio_id, variacao_id };
  const now = found(await lockLigacao(tx, chave), MISSING);
  if (now.produto_id === produto_id) return now;
  if (now.produto_id !== antes)
    throw new AppError(
      'conflict',
      now.produto_id === null
        ? 'Outra pessoa desligou este anúncio do produto. Confira e escolha de novo.'
        : 'Outra pessoa ligou este anúncio a outro produto. Confira e escolha de novo.',
      { atual: now },
    );
  // The deleted produto of a cut link is null already, so a link that is cut has a name.
  const nome = await selectNome(tx, produto_id ?? antes ?? '');
  if (nome === undefined) throw new AppError('invalid', GONE, { campos: { produto_id: GONE } });
  await writeLigacao(tx, chave, produto_id);
  await recordAtividade(tx, produto_id === null ? 'anuncio_desligado' : 'anuncio_ligado', {
    ...{ anuncio: anuncio_id, conta, produto: nome },
  });
  return { produto_id };
}
