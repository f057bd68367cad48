import { CONTADOS, fonte } from './fonte.ts';

/** The marketplace refuses our tokens, so no order arrives until the seller authorizes Prumo again. */
export const contasAReconectar = fonte<{ nome: string; desde: string }>({
  nome: 'contas_a_reconectar',
  direito: 'integrar',
  peso: 90,
  sql: `select coalesce(c.nickname, c.user_ml_id) as nome, c.updated_at as desde
    from (select * from mercado_livre_config where empresa_id = $1 and active order by created_at desc limit ${CONTADOS}) c
    where c.situacao = 'reconectar' order by c.updated_at, c.id`,
  decide: ([primeira, ...outras]) =>
    primeira
      ? {
          numero: outras.length + 1,
          titulo: outras.length === 0 ? 'Conta pede reconexão' : 'Contas pedem reconexão',
          detalhe: `${nomes(primeira.nome, outras.length)} enviar pedidos até você autorizar de novo.`,
          tom: 'atencao',
          prazo: { tipo: 'desde', em: primeira.desde, texto: 'pedidos parados' },
          acao: { texto: 'Reconectar', tela: 'integracoes' },
        }
      : null,
});

const nomes = (nome: string, outras: number) =>
  outras === 0 ? `${nome} não consegue` : `${nome} e mais ${outras} não conseguem`;
