import { aliquotasExplanations } from '#modules/aliquotas/explanations.ts';
import { analisesExplanations } from '#modules/analises/analises.routes.ts';
import { anunciosExplanations } from '#modules/anuncios/explanations.ts';
import { arquivosExplanations } from '#modules/arquivos/arquivos.routes.ts';
import { atividadesExplanations } from '#modules/atividades/atividades.routes.ts';
import { contasExplanations } from '#modules/contas/contas.routes.ts';
import { convitesExplanations } from '#modules/convites/refusals.ts';
import { custosExplanations } from '#modules/custos/explanations.ts';
import { empresasExplanations } from '#modules/empresas/empresas.routes.ts';
import { exclusaoExplanations } from '#modules/empresas/exclusao.routes.ts';
import { equipeExplanations } from '#modules/equipe/equipe.routes.ts';
import { lembretesExplanations } from '#modules/equipe/lembretes.routes.ts';
import { exportacoesExplanations } from '#modules/exportacoes/exportacoes.routes.ts';
import { faturasExplanations } from '#modules/faturas/explanations.ts';
import { historicoExplanations } from '#modules/historico/historico.routes.ts';
import { importacoesExplanations } from '#modules/importacoes/importacoes.routes.ts';
import { inicioExplanations } from '#modules/inicio/inicio.routes.ts';
import { lotesExplanations } from '#modules/lotes/lotes.routes.ts';
import { movimentosExplanations } from '#modules/movimentos/movimentos.routes.ts';
import { notasExplanations } from '#modules/notas/explanations.ts';
import { notificacoesExplanations } from '#modules/notificacoes/notificacoes.routes.ts';
import { filaExplanations } from '#modules/pedidos/fila/explanations.ts';
import { politicaExplanations } from '#modules/politica/politica.routes.ts';
import { publicacaoExplanations } from '#modules/publicacao/explanations.ts';
import { reservasExplanations } from '#modules/reservas/explanations.ts';
import { restauracoesExplanations } from '#modules/restauracoes/restauracoes.routes.ts';
import { retencaoExplanations } from '#modules/retencao/retencao.routes.ts';
import { titularesExplanations } from '#modules/titulares/titulares.routes.ts';
import { vendasExplanations } from '#modules/vendas/explanations.ts';
import { vendasBalcaoExplanations } from '#modules/vendas-balcao/explanations.ts';
import { visoesExplanations } from '#modules/visoes/visoes.routes.ts';
import type { Explanations } from '#platform/errors.ts';
import { registers } from './registers.ts';

/**
 * Maps a constraint name to the message that a person reads when PostgreSQL refuses a row. A test fails on a
 * missing message.
 */
export const explanations: Explanations = {
  idempotency_keys_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  contadores_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  users_email_key: { field: 'email', message: 'Este email já está cadastrado' },
  ...analisesExplanations,
  ...anunciosExplanations,
  ...arquivosExplanations,
  ...atividadesExplanations,
  ...contasExplanations,
  ...convitesExplanations,
  ...empresasExplanations,
  ...equipeExplanations,
  ...exclusaoExplanations,
  ...exportacoesExplanations,
  ...filaExplanations,
  ...historicoExplanations,
  ...importacoesExplanations,
  ...inicioExplanations,
  ...lembretesExplanations,
  ...lotesExplanations,
  ...movimentosExplanations,
  ...notasExplanations,
  ...aliquotasExplanations,
  ...custosExplanations,
  ...faturasExplanations,
  ...notificacoesExplanations,
  ...politicaExplanations,
  ...retencaoExplanations,
  ...titularesExplanations,
  ...publicacaoExplanations,
  ...reservasExplanations,
  ...restauracoesExplanations,
  ...vendasExplanations,
  ...vendasBalcaoExplanations,
  ...visoesExplanations,
  ...Object.assign({}, ...registers.map((register) => register.explanations)),
};
