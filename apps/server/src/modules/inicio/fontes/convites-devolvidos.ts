import { CONTADOS, fonte } from './fonte.ts';

/** Convites whose e-mail did not arrive. The address probably has a typing error. */
export const convitesDevolvidos = fonte<{ email: string; desde: string }>({
  nome: 'convites_devolvidos',
  direito: 'gerir_equipe',
  peso: 45,
  sql: `select c.email, c.created_at as desde from (select * from convites
      where empresa_id = $1 and aceito_em is null and revogado_em is null order by id desc limit ${CONTADOS}) c
    where c.envio = 'devolvido' order by c.id`,
  decide: ([primeiro, ...outros]) =>
    primeiro
      ? {
          numero: outros.length + 1,
          titulo: outros.length === 0 ? 'Convite não entregue' : 'Convites não entregues',
          detalhe:
            outros.length === 0
              ? `O email para ${primeiro.email} voltou. Confira o endereço.`
              : `O email para ${primeiro.email} e mais ${outros.length} voltou. Confira os endereços.`,
          prazo: { tipo: 'desde', em: primeiro.desde, texto: 'email devolvido' },
          acao: { texto: 'Corrigir', tela: 'equipe' },
        }
      : null,
});
