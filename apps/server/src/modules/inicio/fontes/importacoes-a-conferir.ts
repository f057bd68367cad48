import { fonte } from './fonte.ts';

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
  // A conta has at most one unfinished importacao, and the partial index holds only these.
  sql: `select c.id as conta_id, c.marketplace, coalesce(c.nickname, c.user_ml_id) as nome, n.lidos, n.progresso_em as desde,
      p.full_name as quem
    from (select * from importacoes where empresa_id = $1 and situacao = 'pronta'
      and situacao in ('lendo', 'pronta', 'importando', 'pausada', 'interrompida') limit 20) n
    join mercado_livre_config c on c.empresa_id = $1 and c.marketplace = n.marketplace and c.user_ml_id = n.seller_id and c.active
    left join profiles p on p.id = n.user_id
    order by n.progresso_em, n.id`,
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
