import type { CotaDeAnuncio, EscolhaDePublicacao, Publicacao } from '@prumo/contract/publicacao.ts';
import { selectConta, selectNome, selectProdutoId } from '#modules/anuncios/ligacao.queries.ts';
import { MISSING as MISSING_ANUNCIO, MISSING_CONTA } from '#modules/anuncios/ligar.ts';
import { gruposOf } from '#modules/anuncios/metas/grupos.ts';
import { selectPublicacoes, writePublicacao } from '#modules/anuncios/metas/publicacoes.queries.ts';
import { lockIrmaos, writeCota } from '#modules/anuncios/mudancas.queries.ts';
import { recordAtividade } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, found } from '#platform/errors.ts';

const MISSING = 'Este produto não existe mais. Atualize a página.';
const UNLINKED = 'Este anúncio não está ligado a um produto. Ligue-o a um produto e defina a cota de novo.';
const ENDED = 'Este anúncio terminou no marketplace e não vende mais.';
const FULL = 'O estoque deste anúncio está no Full, e o Prumo não o divide.';

/** Chooses how the anuncios of a produto share its stock. Repeating the request changes nothing. */
export async function escolher(
  tx: TenantDb,
  produtoId: string,
  { publicacao, antes }: EscolhaDePublicacao,
): Promise<Publicacao> {
  const produto = found(await selectNome(tx, produtoId), MISSING);
  const stored = async () => (await selectPublicacoes(tx, [produtoId]))(produtoId);
  const now = await stored();
  if (isSame(now, publicacao)) return publicacao;
  if (!isSame(now, antes) || !(await writePublicacao(tx, produtoId, { publicacao, antes })))
    throw new AppError(
      'conflict',
      'Outra pessoa mudou como os anúncios deste produto mostram o estoque. Confira e escolha de novo.',
      { atual: { ...(await stored()) } },
    );
  await recordAtividade(tx, 'publicacao_alterada', { produto, modo: wordsOf(publicacao) });
  return publicacao;
}

const isSame = (one: Publicacao, other: Publicacao) =>
  one.modo === other.modo && one.retidas === other.retidas;

function wordsOf({ modo, retidas }: Publicacao): string {
  if (modo === 'compartilhado') return 'Compartilhado';
  return modo === 'cotas' ? `Cotas, colchão de ${retidas}` : `Com segurança, folga de ${retidas}`;
}

/** Sets the cota of an anuncio and of its twins, which share one quantity with it. Repeating it changes nothing. */
export async function definirCota(
  tx: TenantDb,
  { conta_id, anuncio_id }: { conta_id: string; anuncio_id: string },
  { variacao_id, cota, antes }: CotaDeAnuncio,
): Promise<{ cota: number | null }> {
  const { nome: conta, ...seller } = found(await selectConta(tx, conta_id), MISSING_CONTA);
  const units = await lockIrmaos(tx, seller, { anuncio_id, variacao_id });
  const place = units.findIndex(
    (unit) =>
      unit.marketplace === seller.marketplace &&
      unit.seller_id === seller.seller_id &&
      unit.anuncio_id === anuncio_id &&
      unit.variacao_id === variacao_id,
  );
  const unit = units[place];
  if (!unit) {
    found(await selectProdutoId(tx, { ...seller, anuncio_id, variacao_id }), MISSING_ANUNCIO);
    throw new AppError('invalid', UNLINKED);
  }
  if (unit.is_full) throw new AppError('invalid', FULL);
  if (unit.sumiu_em !== null || unit.estado === 'encerrado') throw new AppError('invalid', ENDED);
  if (unit.cota === cota) return { cota };
  if (unit.cota !== antes)
    throw new AppError(
      'conflict',
      `Outra pessoa mudou a cota deste anúncio. Agora vale: ${wordsOfCota(unit.cota)}. Confira e defina de novo.`,
      { atual: { cota: unit.cota } },
    );
  const grupos = gruposOf(units);
  const twins = units.filter((_, n) => grupos[n] === grupos[place]);
  await writeCota(tx, seller, twins, cota);
  await recordAtividade(tx, 'cota_alterada', {
    ...{ anuncio: anuncio_id, conta },
    cota: wordsOfCota(cota),
  });
  return { cota };
}

const wordsOfCota = (cota: number | null) => (cota === null ? 'dividida pelo Prumo' : String(cota));
