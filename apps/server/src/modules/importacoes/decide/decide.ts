import type { DecisaoDeAnuncios } from '@prumo/contract/importacoes-anuncios.ts';
import { planForMany } from '#modules/importacoes/compare/plan-for-many.queries.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';
import {
  type Chosen,
  decideItems,
  followFirsts,
  hasProduto,
  linkProposed,
  linkTo,
} from './decide.queries.ts';

/** Applies a person's decision to pending anuncios. */
export async function decide(tx: TenantDb, importacaoId: string, decisao: DecisaoDeAnuncios): Promise<void> {
  const chosen = chosenOf(decisao);
  if ('grupo' in chosen) await planForMany(tx);
  await change(tx, importacaoId, chosen, decisao);
  await followFirsts(tx, importacaoId, chosen);
}

async function change(
  tx: TenantDb,
  importacaoId: string,
  chosen: Chosen,
  { anuncios, acao, produto_id }: DecisaoDeAnuncios,
): Promise<void> {
  if (produto_id !== undefined && acao === 'ligar') {
    if (anuncios?.length !== 1) throw refused('produto_id', 'Escolha um anúncio de cada vez.');
    if (!(await hasProduto(tx, produto_id)))
      throw refused('produto_id', 'Este produto não existe mais. Escolha outro.');
    const named = { anuncios };
    return expectSome(await linkTo(tx, { importacaoId, named, produtoId: produto_id }), named);
  }
  if (acao === 'ligar') {
    const count = await linkProposed(tx, { importacaoId, chosen });
    if (count === 0 && anuncios)
      throw refused('produto_id', 'Não há produto proposto para este anúncio. Escolha a qual ligar.');
    return;
  }
  expectSome(await decideItems(tx, { importacaoId, chosen, acao }), chosen);
}

function chosenOf({ anuncios, grupo }: Pick<DecisaoDeAnuncios, 'anuncios' | 'grupo'>): Chosen {
  if (anuncios?.length && grupo === undefined) return { anuncios };
  if (grupo !== undefined && anuncios === undefined) return { grupo };
  throw refused('anuncios', 'Escolha os anúncios.');
}

/** Named anuncios must be pending; a group may be empty. */
function expectSome(count: number, chosen: Chosen): void {
  if (count === 0 && 'anuncios' in chosen)
    throw new AppError('conflict', 'Este anúncio não espera mais uma decisão. Atualize a página.');
}

const refused = (field: string, message: string) =>
  new AppError('invalid', message, { campos: { [field]: message } });
