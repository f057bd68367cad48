import { CONTADOS, fonte } from './fonte.ts';

/** The anuncios of which the source looks at the produto. */
const OLHADOS = 2000;

/**
 * Anuncios that offer more than the whole shop has, whose next sale may become a falta. An anuncio that shows only more
 * than its mode allows is on the screen Anúncios. A difference that sales explain is over within minutes, so a newer one
 * is not told.
 */
export const anunciosAMais = fonte<{ desde: string }>({
  nome: 'anuncios_a_mais',
  direito: 'integrar',
  peso: 85,
  sql: `select a.diferenca_desde as desde
    from (select * from anuncios where empresa_id = $1 and diferenca = 'oferece_a_mais' and produto_id is not null
        and sumiu_em is null and diferenca_desde < now() - interval '10 minutes'
        and exists (select from mercado_livre_config c where c.empresa_id = $1 and c.marketplace = anuncios.marketplace
          and c.user_ml_id = anuncios.seller_id and c.active)
      order by diferenca_desde limit ${OLHADOS}) a
    join produtos p on p.empresa_id = $1 and p.id = a.produto_id
      and a.quantidade > greatest(p.estoque_inicial - p.reservado, 0)
    order by a.diferenca_desde limit ${CONTADOS}`,
  decide(fatos) {
    const [primeiro] = fatos;
    if (!primeiro) return null;
    return {
      numero: fatos.length,
      titulo: fatos.length === 1 ? 'Anúncio oferece mais do que há' : 'Anúncios oferecem mais do que há',
      detalhe: 'A próxima venda pode ficar sem a peça. Diminua o anúncio ou conte o estoque.',
      tom: 'atencao',
      prazo: { tipo: 'desde', em: primeiro.desde, texto: 'o mais antigo' },
      acao: { texto: 'Ver anúncios', tela: 'anuncios_com_diferenca' },
    };
  },
});
