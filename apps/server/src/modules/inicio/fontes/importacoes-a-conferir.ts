import { CONTADOS, fonte } from './fonte.ts';

interface Fato {
  conta_id: string;
  marketplace: string;
  nome: string;
  lidos: number;
  desde: string;
  quem: string | null;
}

/** The anuncios are read and compared. Nothing is written before a person confirms. */
export const importacoesAConferir = fonte<Fato>({
  nome: 'importacoes_a_conferir',
  direito: 'integrar',
  peso: 50,
  // A conta has at most one unfinished importacao, and a unique index of these finds it.
  sql: `select c.id as conta_id, c.marketplace, coalesce(c.nickname, c.user_ml_id) as nome, n.lidos, n.progresso_em as desde,
      p.full_name as quem
    from (select * from mercado_livre_config where empresa_id = $1 and active order by created_at desc limit ${CONTADOS}) c
    join importacoes n on n.empresa_id = $1 and n.marketplace = c.marketplace and n.seller_id = c.user_ml_id
      and n.situacao in ('lendo', 'pronta', 'importando', 'pausada', 'interrompida')
    left join profiles p on p.id = n.user_id
    where n.situacao = 'pronta' order by n.progresso_em, n.id`,
  decide([primeira, ...outras]) {
    if (!primeira) return null;
    const { conta_id: id, marketplace, nome, lidos, desde, quem } = primeira;
    const anuncios = lidos === 1 ? '1 anúncio lido' : `${lidos.toLocaleString('pt-BR')} anúncios lidos`;
    return {
      numero: outras.length + 1,
      titulo: outras.length === 0 ? 'Importação esperando decisão' : 'Importações esperando decisão',
      detalhe: `${nome}: ${anuncios}. Nada entra no catálogo antes de você conferir.`,
      prazo: { tipo: 'desde', em: desde, texto: quem === null ? 'pronta para conferir' : `por ${quem}` },
      acao: { texto: 'Decidir', tela: 'importacao', id, marketplace },
    };
  },
});
