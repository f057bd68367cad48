import { fonte } from './fonte.ts';

/** The empresa demands two-step verification of this person, who has not turned it on (ADR 0050). */
export const duasEtapas = fonte<{ ate: string | null }>({
  nome: 'duas_etapas',
  direito: 'consultar',
  peso: 70,
  sql: 'select duas_etapas_ate($1, $2) as ate',
  decide([fato], now) {
    const ate = fato?.ate ?? null;
    if (ate === null) return null;
    const isOver = Date.parse(ate) <= now;
    return {
      numero: 1,
      titulo: 'Ligue a verificação em duas etapas',
      detalhe: isOver
        ? 'A empresa exige a segunda etapa. Sem ela você não conecta contas.'
        : 'A empresa passou a exigir a segunda etapa de quem conecta contas.',
      tom: 'atencao',
      prazo: {
        tipo: isOver ? 'desde' : 'ate',
        em: ate,
        texto: isOver ? 'prazo vencido' : 'prazo da empresa',
      },
      acao: { texto: 'Ligar', tela: 'perfil' },
    };
  },
});
