import * as z from 'zod/mini';
import { uuid } from './endpoint.ts';

/** The maximum number of labels in one file. */
export const MAX_ETIQUETAS = 50;

export const FormatoDeEtiqueta = z.enum(['pdf', 'zpl'], 'Escolha PDF ou ZPL.');
export type FormatoDeEtiqueta = z.infer<typeof FormatoDeEtiqueta>;

export const PedidoDeEtiquetas = z.strictObject({
  ids: z
    .array(uuid())
    .check(
      z.minLength(1, 'Escolha ao menos um pedido.'),
      z.maxLength(MAX_ETIQUETAS, `Imprima até ${MAX_ETIQUETAS} etiquetas por vez.`),
    ),
  formato: FormatoDeEtiqueta,
});
export type PedidoDeEtiquetas = z.infer<typeof PedidoDeEtiquetas>;

/** Why a parcel has no label in the file. */
export const MOTIVOS_SEM_ETIQUETA = {
  nota: 'Falta a nota fiscal. Envie a nota e imprima de novo.',
  aguarda: 'O marketplace ainda não liberou a etiqueta.',
  sem: 'Este envio não tem etiqueta do marketplace.',
  saiu: 'O pacote já saiu.',
  cancelado: 'O pedido foi cancelado. Não envie.',
  nao_enviar: 'O marketplace pede para não enviar este pedido.',
  recusada: 'O marketplace recusou a etiqueta. Atualize a página e tente de novo.',
  inexistente: 'Este pedido não existe mais. Atualize a página.',
} as const;
export type MotivoSemEtiqueta = keyof typeof MOTIVOS_SEM_ETIQUETA;

export interface FalhaDeEtiqueta {
  id: string;
  motivo: MotivoSemEtiqueta;
}

/** The header of the file that names the parcels without a label, because the body is the file itself. */
export const CABECALHO_DE_FALHAS = 'x-prumo-sem-etiqueta';

/** Writes the header: `id=motivo`, separated by commas. It stays below 4 KB, which every proxy lets through. */
export const textOfFalhas = (falhas: readonly FalhaDeEtiqueta[]): string =>
  falhas.map(({ id, motivo }) => `${id}=${motivo}`).join(',');

/** Reads the header. A text that another release wrote is passed over. */
export function falhasOf(header: string | null): FalhaDeEtiqueta[] {
  return (header ?? '').split(',').flatMap((each) => {
    const [id = '', motivo = ''] = each.split('=');
    return motivo in MOTIVOS_SEM_ETIQUETA ? [{ id, motivo: motivo as MotivoSemEtiqueta }] : [];
  });
}
