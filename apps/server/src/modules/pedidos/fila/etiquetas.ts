import {
  type FalhaDeEtiqueta,
  type FormatoDeEtiqueta,
  MOTIVOS_SEM_ETIQUETA,
  type MotivoSemEtiqueta,
} from '@prumo/contract/pedidos-etiquetas.ts';
import type { Tokens } from '#modules/contas/tokens.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { LabelFile } from '#modules/marketplace/labels.ts';
import { AppError } from '#platform/errors.ts';
import type { Parcela } from './fila.queries.ts';

interface Asked {
  empresaId: string;
  ids: readonly string[];
  parcelas: readonly Parcela[];
  formato: FormatoDeEtiqueta;
}

/** Why a parcel has no label, by what is stored of it. Undefined when only the marketplace knows. */
export function motivoOf(parcela: Parcela | undefined): MotivoSemEtiqueta | undefined {
  if (!parcela) return 'inexistente';
  if (parcela.problema === 'nao_enviar') return 'nao_enviar';
  if (parcela.problema === 'cancelado' || parcela.etapa === 'cancelado') return 'cancelado';
  if (parcela.despachado_em !== null) return 'saiu';
  // Called off before it was packed.
  if (parcela.aba === null) return 'cancelado';
  if (parcela.envio_id === null) return 'aguarda';
  const { etiqueta } = parcela;
  return etiqueta === 'nota' || etiqueta === 'aguarda' || etiqueta === 'sem' ? etiqueta : undefined;
}

/**
 * Asks the marketplace for the labels of the parcels that can have one. The others come back with a reason, so that they
 * do not keep the rest from being printed.
 */
export async function printEtiquetas(
  tokens: Tokens,
  { empresaId, ids, parcelas, formato }: Asked,
): Promise<{ file: LabelFile | null; falhas: FalhaDeEtiqueta[] }> {
  const falhas: FalhaDeEtiqueta[] = [];
  const printable: Parcela[] = [];
  for (const id of ids) {
    const parcela = parcelas.find((each) => each.id === id);
    const motivo = motivoOf(parcela);
    if (motivo) falhas.push({ id, motivo });
    else if (parcela) printable.push(parcela);
  }
  const contas = new Set(printable.map(({ conta_id }) => conta_id));
  if (contas.size > 1) throw new AppError('invalid', 'Imprima as etiquetas de uma conta por vez.');
  const [contaId] = contas;
  if (contaId === undefined) return { file: null, falhas };
  if (contaId === null)
    throw new AppError('conflict', 'A conta destes pedidos não está conectada. Conecte-a em Integrações.');
  const envios = printable.flatMap(({ envio_id }) => envio_id ?? []);
  const { file, recusados } = await tokens.withToken(
    { empresaId, contaId },
    (accessToken, { labels, words }) =>
      labels
        .print({ accessToken, turn: { waits: 'person', key: empresaId } }, envios, formato)
        .catch((error: unknown) => {
          if (!isMarketplaceError(error) || error.kind === 'unauthorized') throw error;
          if (error.kind === 'forbidden')
            throw new AppError('upstream', words.forbidden.orders, { cause: error });
          throw new AppError('upstream', `${words.o} não respondeu agora. Tente de novo em instantes.`, {
            cause: error,
          });
        }),
  );
  const refused = printable.filter(({ envio_id }) => recusados.includes(envio_id ?? ''));
  return { file, falhas: [...falhas, ...refused.map(({ id }) => ({ id, motivo: 'recusada' as const }))] };
}

/** The sentence of an answer without a file. */
export function noneOf(falhas: readonly FalhaDeEtiqueta[]): string {
  const motivos = new Set(falhas.map(({ motivo }) => motivo));
  const [only] = motivos;
  return motivos.size === 1 && only
    ? MOTIVOS_SEM_ETIQUETA[only]
    : 'Nenhum destes pedidos tem etiqueta agora. Veja o motivo de cada um.';
}
