import * as z from 'zod/mini';
import { codigo } from './acesso.ts';
import { byId, endpoint, ownAccount } from './endpoint.ts';

/** An authenticator being enrolled. It becomes active once the person verifies one code. */
export const NovoFator = z.object({
  id: z.uuid(),
  /** The secret that the person types when the QR code cannot be scanned. */
  segredo: z.string(),
  /** The `otpauth://…` address encoded in the QR code. */
  uri: z.string(),
});
export type NovoFator = z.infer<typeof NovoFator>;

/** The backup codes. The server shows them once, because it stores only their hashes. */
const Codigos = z.object({ codigos: z.array(z.string()) });

const tags = ['perfil'];

export const fatores = {
  create: endpoint({
    method: 'POST',
    url: '/api/perfil/fatores',
    config: ownAccount.sensitive,
    schema: {
      summary: 'Começa a ligar a verificação em duas etapas',
      tags,
      response: { 201: NovoFator },
    },
  }),
  verify: endpoint({
    method: 'POST',
    url: '/api/perfil/fatores/:id/verificacao',
    config: { ...ownAccount.sensitive, cost: 'sign-in' },
    schema: {
      summary: 'Liga a verificação em duas etapas com o primeiro código do autenticador',
      tags,
      params: byId,
      body: z.strictObject({ codigo }),
      response: { 200: Codigos },
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/perfil/fatores/:id',
    config: ownAccount.sensitive,
    schema: {
      summary: 'Desliga a verificação em duas etapas',
      tags,
      params: byId,
      response: { 204: z.null() },
    },
  }),
  renewCodigos: endpoint({
    method: 'POST',
    url: '/api/perfil/codigos-reserva',
    config: { ...ownAccount.sensitive, cost: 'sign-in' },
    schema: {
      summary: 'Gera novos códigos de reserva; os anteriores deixam de valer',
      tags,
      response: { 200: Codigos },
    },
  }),
};
