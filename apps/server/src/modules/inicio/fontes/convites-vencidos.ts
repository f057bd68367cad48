import { CONTADOS, fonte } from './fonte.ts';

/** Convites that nobody answered in time. They end when someone sends them again or revokes them. */
export const convitesVencidos = fonte<{ email: string; desde: string }>({
  nome: 'convites_vencidos',
  direito: 'gerir_equipe',
  peso: 35,
  sql: `select c.email, c.vence_em as desde from (select * from convites
      where empresa_id = $1 and aceito_em is null and revogado_em is null order by id desc limit ${CONTADOS}) c
    where c.envio <> 'devolvido' and c.vence_em <= now() order by c.vence_em, c.id`,
  decide: ([primeiro, ...outros]) =>
    primeiro
      ? {
          numero: outros.length + 1,
          titulo: outros.length === 0 ? 'Convite vencido' : 'Convites vencidos',
          detalhe:
            outros.length === 0
              ? `${primeiro.email} não respondeu em sete dias.`
              : `${primeiro.email} e mais ${outros.length} não responderam em sete dias.`,
          prazo: { tipo: 'desde', em: primeiro.desde, texto: 'o link não vale mais' },
          acao: { texto: 'Reenviar', tela: 'equipe' },
        }
      : null,
});
