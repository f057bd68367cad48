import * as z from 'zod/mini';
import { endpoint, instant, ownAccount } from './endpoint.ts';

export const TipoDeEvento = z.enum([
  'conta_criada',
  'email_confirmado',
  'entrada',
  'entrada_recusada',
  'entrada_limitada',
  'segundo_fator',
  'segundo_fator_recusado',
  'identidade_confirmada',
  'confirmacao_recusada',
  'recuperacao_pedida',
  'senha_recuperada',
  'senha_alterada',
  'nome_alterado',
  'novo_email_pedido',
  'email_alterado',
  'google_vinculado',
  'google_desvinculado',
  'google_permitido',
  'google_recusado',
  'dois_fatores_ligado',
  'dois_fatores_desligado',
  'dois_fatores_redefinido',
  'codigos_gerados',
  'sessao_encerrada',
  'sessoes_encerradas',
  'saida',
]);
export type TipoDeEvento = z.infer<typeof TipoDeEvento>;

export const Evento = z.object({
  id: z.uuid(),
  tipo: TipoDeEvento,
  em: instant(),
  dispositivo: z.nullable(z.string()),
  endereco: z.nullable(z.string()),
  /** The method used: `senha`, `google`, `codigo`, `codigo_reserva`, `recuperacao`. */
  meio: z.nullable(z.string()),
});
export type Evento = z.infer<typeof Evento>;

const tags = ['perfil'];

export const eventos = {
  list: endpoint({
    method: 'GET',
    url: '/api/perfil/eventos',
    config: ownAccount.read,
    schema: {
      summary: 'Lista os últimos acontecimentos da própria conta',
      tags,
      querystring: z.object({ cursor: z.optional(z.uuid()) }),
      response: { 200: z.object({ itens: z.array(Evento), proximo: z.nullable(z.uuid()) }) },
    },
  }),
};
