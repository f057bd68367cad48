import { fonte } from './fonte.ts';

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
  sql: `select c.id as conta_id, c.marketplace, coalesce(c.nickname, c.user_ml_id) as nome, n.aviso, n.passo_em as desde
    from (select * from importacoes where empresa_id = $1 and situacao = 'interrompida'
      and situacao in ('lendo', 'pronta', 'importando', 'pausada', 'interrompida') limit 20) n
    join mercado_livre_config c on c.empresa_id = $1 and c.marketplace = n.marketplace and c.user_ml_id = n.seller_id and c.active
    order by n.passo_em, n.id`,
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
