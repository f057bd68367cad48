import { harmlessName } from '#platform/outside/harmless-name.ts';
import { fonte } from './fonte.ts';

interface Fato {
  id: string;
  empresa_nome: string;
  convidado_por: string | null;
  vence_em: string;
}

/** Convites of other empresas for the confirmed address of the person of the session. */
export const convitesRecebidos = fonte<Fato>({
  nome: 'convites_recebidos',
  direito: 'consultar',
  peso: 40,
  sql: 'select id, empresa_nome, convidado_por, vence_em from convites_of($2) where $1::uuid is not null',
  bySession: true,
  decide([primeiro, ...outros], now) {
    if (!primeiro || Date.parse(primeiro.vence_em) <= now) return null;
    const { id, empresa_nome, convidado_por, vence_em } = primeiro;
    const quem = harmlessName(convidado_por ?? '') || 'Alguém';
    const convite = `${quem} convidou você para ${harmlessName(empresa_nome)}.`;
    return {
      numero: outros.length + 1,
      titulo: outros.length === 0 ? 'Convite para você' : 'Convites para você',
      detalhe: outros.length === 0 ? convite : `${convite} Há mais ${outros.length}.`,
      prazo: { tipo: 'ate', em: vence_em, texto: 'o convite vence' },
      acao: { texto: 'Ver convite', tela: 'convite', id },
    };
  },
});
