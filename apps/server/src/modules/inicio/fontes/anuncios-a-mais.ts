import { CONTADOS, fonte } from './fonte.ts';

/**
 * Anuncios that offer more than there is, whose next sale may become a falta. A difference that sales explain is over
 * within minutes, so a newer one is not told.
 */
export const anunciosAMais = fonte<{ desde: string }>({
  nome: 'anuncios_a_mais',
  direito: 'integrar',
  peso: 85,
  sql: `select a.diferenca_desde as desde
    from (select * from anuncios where empresa_id = $1 and diferenca = 'oferece_a_mais' and produto_id is not null
        and sumiu_em is null and diferenca_desde < now() - interval '10 minutes'
      order by diferenca_desde limit ${CONTADOS}) a
    where exists (select from mercado_livre_config c where c.empresa_id = $1 and c.marketplace = a.marketplace
      and c.user_ml_id = a.seller_id and c.active)
    order by a.diferenca_desde`,
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
