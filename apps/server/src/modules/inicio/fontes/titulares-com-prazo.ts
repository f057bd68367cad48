import { CONTADOS, DIA_MS, fonte } from './fonte.ts';

/** The law gives 15 days. The last five are the ones to act in. */
const PERTO_MS = 5 * DIA_MS;

/** Requests of titulares whose legal deadline is near or over (LGPD, art. 19). */
export const titularesComPrazo = fonte<{ id: string; tipo: string; vence: string }>({
  nome: 'titulares_com_prazo',
  direito: 'atender_titulares',
  peso: 75,
  // A deadline is a day in São Paulo, and the whole day counts.
  sql: `select p.id, p.tipo, (p.vence_em + 1)::timestamp at time zone 'America/Sao_Paulo' as vence
    from (select * from pedidos_de_titulares where empresa_id = $1 and situacao <> 'atendido'
      order by vence_em, id limit ${CONTADOS}) p
    where p.situacao = 'aberto' order by p.vence_em, p.id`,
  decide(fatos, now) {
    const perto = fatos.filter(({ vence }) => Date.parse(vence) - now <= PERTO_MS);
    const [primeiro] = perto;
    if (!primeiro) return null;
    const isOver = Date.parse(primeiro.vence) <= now;
    return {
      numero: perto.length,
      titulo: perto.length === 1 ? 'Pedido de titular com prazo' : 'Pedidos de titulares com prazo',
      detalhe:
        primeiro.tipo === 'eliminacao'
          ? 'Uma pessoa pediu para apagar os dados dela.'
          : 'Uma pessoa pediu os dados que a empresa tem dela.',
      ...(isOver && { tom: 'ruim' as const }),
      prazo: {
        tipo: isOver ? 'desde' : 'ate',
        em: primeiro.vence,
        texto: isOver ? 'prazo da lei vencido' : 'prazo da lei (LGPD)',
      },
      acao: { texto: 'Atender', tela: 'titular', id: primeiro.id },
    };
  },
});
