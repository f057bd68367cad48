import { DIA_MS, fonte } from './fonte.ts';

/** After a week the person has continued in another way. */
const LEMBRADA_MS = 7 * DIA_MS;

/** The restauracao of a file failed or was refused, and no other one has begun since. */
export const restauracaoFalhou = fonte<{ situacao: string; aviso: string | null; desde: string }>({
  nome: 'restauracao_falhou',
  direito: 'exportar_dados',
  peso: 65,
  sql: `select situacao, aviso, progresso_em as desde from restauracoes
    where empresa_id = $1 order by id desc limit 1`,
  decide: ([ultima], now) =>
    (ultima?.situacao === 'falhou' || ultima?.situacao === 'recusada') &&
    now - Date.parse(ultima.desde) < LEMBRADA_MS
      ? {
          numero: 1,
          titulo: 'Os dados não foram restaurados',
          detalhe: ultima.aviso ?? 'A restauração parou. Veja o que aconteceu e envie o arquivo de novo.',
          tom: 'atencao',
          prazo: { tipo: 'desde', em: ultima.desde, texto: 'restauração' },
          acao: { texto: 'Ver o motivo', tela: 'dados' },
        }
      : null,
});
