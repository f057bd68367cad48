import { CONTADOS, fonte } from './fonte.ts';

interface Fato {
  conta_id: string;
  marketplace: string;
  nome: string;
  aviso: string | null;
  desde: string;
}

/** An importacao that failed for good and continues only when a person says so. */
export const importacoesInterrompidas = fonte<Fato>({
  nome: 'importacoes_interrompidas',
  direito: 'integrar',
  peso: 60,
  // A conta has at most one unfinished importacao, and a unique index of these finds it.
  sql: `select c.id as conta_id, c.marketplace, coalesce(c.nickname, c.user_ml_id) as nome, n.aviso, n.passo_em as desde
    from (select * from mercado_livre_config where empresa_id = $1 and active order by created_at desc limit ${CONTADOS}) c
    join importacoes n on n.empresa_id = $1 and n.marketplace = c.marketplace and n.seller_id = c.user_ml_id
      and n.situacao in ('lendo', 'pronta', 'importando', 'pausada', 'interrompida')
    where n.situacao = 'interrompida' order by n.passo_em, n.id`,
  decide([primeira, ...outras]) {
    if (!primeira) return null;
    const { conta_id: id, marketplace, nome, aviso, desde } = primeira;
    return {
      numero: outras.length + 1,
      titulo: outras.length === 0 ? 'Importação interrompida' : 'Importações interrompidas',
      detalhe: aviso === null ? `${nome}: a importação parou no meio.` : `${nome}: ${aviso}`,
      tom: 'atencao',
      prazo: { tipo: 'desde', em: desde, texto: 'parou no meio' },
      acao: { texto: 'Continuar', tela: 'importacao', id, marketplace },
    };
  },
});
