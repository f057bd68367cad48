import * as z from 'zod/mini';
import { type Endpoint, endpoint, Lote, uuid } from './endpoint.ts';
import { Uso } from './problem.ts';

/** The most records that one call deletes. A page deletes more of them in several calls. */
export const MAX_DE_UMA_VEZ = 100;

/** A record that stays. `motivo` is the sentence with which its single deletion is refused. */
export const RecusaDeExclusao = z.object({
  id: z.uuid(),
  motivo: z.string(),
  usos: z.optional(z.array(Uso)),
});
export type RecusaDeExclusao = z.infer<typeof RecusaDeExclusao>;

/** What one call deleted and what it left. `POST /api/historico/:lote/desfazer` brings the deleted ones back. */
export const Excluidos = z.object({
  ...Lote.shape,
  excluidos: z.array(z.uuid()),
  recusas: z.array(RecusaDeExclusao),
});
export type Excluidos = z.infer<typeof Excluidos>;

/**
 * The endpoint that deletes several records of a register, each under the rules of its single deletion. It has the
 * access of that deletion. It is apart from `recordEndpoints`, because its code loads only once a person has chosen
 * records, and because a deposito and a produto are not deleted like this (ADR 0087).
 */
export const removeSeveralOf = ({ remove }: { remove: Pick<Endpoint, 'url' | 'config' | 'schema'> }) => {
  const { tags } = remove.schema;
  return endpoint({
    method: 'POST',
    url: remove.url.replace(':id', 'excluir'),
    config: remove.config,
    schema: {
      summary: `Exclui até ${MAX_DE_UMA_VEZ} registros de ${tags[0]} e diz quais ficaram, e por quê`,
      tags,
      body: z.strictObject({
        ids: z
          .array(uuid())
          .check(
            z.minLength(1, 'Escolha ao menos um registro.'),
            z.maxLength(MAX_DE_UMA_VEZ, `Exclua até ${MAX_DE_UMA_VEZ} registros por vez.`),
          ),
      }),
      response: { 200: Excluidos },
    },
  });
};
