import { CONTADOS, fonte, MINUTO_MS } from './fonte.ts';

interface Fato {
  id: string;
  marketplace: string;
  nome: string;
  sem_permissao: boolean;
  falha_desde: string | null;
  em_andamento: boolean;
  passo_em: string;
  conferir_em: string | null;
}

/** Shorter failures end by themselves: the synchronisation and the polls repeat what failed. */
const PACIENCIA_MS = 30 * MINUTO_MS;

/** The instant since which the pedidos of a conta do not arrive, or null while they do. */
function paradaDesde(fato: Fato, now: number): string | null {
  if (fato.sem_permissao) return fato.passo_em;
  const stood = (since: string | null) => since !== null && now - Date.parse(since) > PACIENCIA_MS;
  if (stood(fato.falha_desde)) return fato.falha_desde;
  if (fato.em_andamento && stood(fato.passo_em)) return fato.passo_em;
  return !fato.em_andamento && stood(fato.conferir_em) ? fato.conferir_em : null;
}

/**
 * The synchronisation of a conta stands still: the marketplace does not answer, refuses the pedidos, or no worker reads
 * them. `conferir_em` is the instant of the next poll.
 */
export const pedidosParados = fonte<Fato>({
  nome: 'pedidos_parados',
  direito: 'integrar',
  peso: 85,
  sql: `select c.id, c.marketplace, coalesce(c.nickname, c.user_ml_id) as nome, s.sem_permissao, s.falha_desde,
      s.em_andamento, s.passo_em, a.conferir_em
    from (select * from mercado_livre_config where empresa_id = $1 and active order by created_at desc limit ${CONTADOS}) c
    join pedidos_sincronia s on s.empresa_id = $1 and s.marketplace = c.marketplace and s.seller_id = c.user_ml_id
    left join pedidos_atraso a on a.empresa_id = $1 and a.marketplace = c.marketplace and a.seller_id = c.user_ml_id
    where c.situacao = 'ativa'`,
  decide(fatos, now) {
    const paradas = fatos
      .flatMap((fato) => {
        const desde = paradaDesde(fato, now);
        return desde === null ? [] : [{ ...fato, desde }];
      })
      .sort((a, b) => Date.parse(a.desde) - Date.parse(b.desde));
    const [primeira, ...outras] = paradas;
    if (!primeira) return null;
    const { id, marketplace, nome, desde } = primeira;
    return {
      numero: paradas.length,
      titulo: outras.length === 0 ? 'Pedidos de uma conta pararam' : 'Pedidos de contas pararam',
      detalhe: primeira.sem_permissao
        ? `${nome} não dá permissão para ler pedidos.`
        : `${nome}: os pedidos novos não estão chegando.`,
      tom: 'atencao',
      prazo: { tipo: 'desde', em: desde, texto: 'sem pedidos novos' },
      acao: { texto: 'Ver conta', tela: 'conta', id, marketplace },
    };
  },
});
