import { anunciosAMais } from './anuncios-a-mais.ts';
import { contasAReconectar } from './contas-a-reconectar.ts';
import { convitesDevolvidos } from './convites-devolvidos.ts';
import { convitesRecebidos } from './convites-recebidos.ts';
import { convitesVencidos } from './convites-vencidos.ts';
import { duasEtapas } from './duas-etapas.ts';
import { estoqueBaixo } from './estoque-baixo.ts';
import { estoqueZerado } from './estoque-zerado.ts';
import { exportacaoFalhou } from './exportacao-falhou.ts';
import type { Fonte } from './fonte.ts';
import { importacoesAConferir } from './importacoes-a-conferir.ts';
import { importacoesInterrompidas } from './importacoes-interrompidas.ts';
import { loteFalhou } from './lote-falhou.ts';
import { pedidosParados } from './pedidos-parados.ts';
import { pedidosSemNota } from './pedidos-sem-nota.ts';
import { restauracaoFalhou } from './restauracao-falhou.ts';
import { titularesComPrazo } from './titulares-com-prazo.ts';

/** Every source of pendencias. */
export const FONTES: readonly Fonte[] = [
  contasAReconectar,
  pedidosParados,
  anunciosAMais,
  pedidosSemNota,
  titularesComPrazo,
  duasEtapas,
  restauracaoFalhou,
  importacoesInterrompidas,
  exportacaoFalhou,
  loteFalhou,
  importacoesAConferir,
  convitesDevolvidos,
  convitesRecebidos,
  convitesVencidos,
  estoqueZerado,
  estoqueBaixo,
];
