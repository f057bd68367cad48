import { CONTADOS, fonte } from './fonte.ts';

/** Parcels that get no label before a person sends their invoice. One with an accepted note waits for the marketplace. */
export const pedidosSemNota = fonte<{ prazo: string | null }>({
  nome: 'pedidos_sem_nota',
  direito: 'movimentar_estoque',
  peso: 80,
  sql: `select nullif(f.prazo, 'infinity') as prazo
    from (select * from pedidos_fila where empresa_id = $1 and aba = 'nota' order by prazo, criado_em, id limit ${CONTADOS}) f
    left join notas n on n.empresa_id = $1 and n.marketplace = f.marketplace and n.seller_id = f.seller_id
      and n.envio_id = f.envio_id and n.situacao = 'aceita'
    where n.chave is null order by f.prazo, f.criado_em, f.id`,
  decide(fatos, now) {
    const [primeiro] = fatos;
    if (!primeiro) return null;
    const { prazo } = primeiro;
    const isOver = prazo !== null && Date.parse(prazo) <= now;
    return {
      numero: fatos.length,
      titulo: fatos.length === 1 ? 'Pedido espera a nota fiscal' : 'Pedidos esperam a nota fiscal',
      detalhe: 'O marketplace só libera a etiqueta depois da nota.',
      tom: isOver ? 'ruim' : 'atencao',
      prazo:
        prazo === null
          ? null
          : {
              tipo: isOver ? 'desde' : 'ate',
              em: prazo,
              texto: isOver ? 'despacho atrasado' : 'prazo de despacho',
            },
      acao: { texto: 'Enviar notas', tela: 'pedidos_sem_nota' },
    };
  },
});
