import { CONTADOS, DIA_MS, fonte } from './fonte.ts';

/** A lote that stopped more than a week ago is left out, because the person has moved on. */
const LEMBRADO_MS = 7 * DIA_MS;

interface Fato {
  id: string;
  situacao: string;
  aviso: string | null;
  desde: string;
}

/** The last bulk change of this person failed, and they have not started another one since. */
export const loteFalhou = fonte<Fato>({
  nome: 'lote_falhou',
  direito: 'alterar_produtos',
  peso: 50,
  sql: `select l.id, l.situacao, l.aviso, l.progresso_em as desde
    from (select * from lotes where empresa_id = $1 order by id desc limit ${CONTADOS}) l
    where l.user_id = $2 order by l.id desc limit 1`,
  decide: ([ultimo], now) =>
    ultimo?.situacao === 'falhou' && now - Date.parse(ultimo.desde) < LEMBRADO_MS
      ? {
          numero: 1,
          titulo: 'Uma alteração em massa parou',
          detalhe: ultimo.aviso ?? 'Nem todos os produtos foram alterados.',
          tom: 'atencao',
          prazo: { tipo: 'desde', em: ultimo.desde, texto: 'parou no meio' },
          acao: { texto: 'Ver', tela: 'lote', id: ultimo.id },
        }
      : null,
});
