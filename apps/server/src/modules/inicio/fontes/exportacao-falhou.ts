import { DIA_MS, fonte } from './fonte.ts';

/** After a week nobody waits for the file any more. */
const LEMBRADA_MS = 7 * DIA_MS;

/** 'Baixar tudo' failed, and nobody has asked for another file since. */
export const exportacaoFalhou = fonte<{ situacao: string; desde: string }>({
  nome: 'exportacao_falhou',
  direito: 'exportar_dados',
  peso: 50,
  sql: `select situacao, progresso_em as desde from exportacoes
    where empresa_id = $1 order by id desc limit 1`,
  decide: ([ultima], now) =>
    ultima?.situacao === 'falhou' && now - Date.parse(ultima.desde) < LEMBRADA_MS
      ? {
          numero: 1,
          titulo: 'O arquivo com os dados não ficou pronto',
          detalhe: 'A preparação falhou. Peça o arquivo de novo.',
          tom: 'atencao',
          prazo: { tipo: 'desde', em: ultima.desde, texto: 'Baixar tudo' },
          acao: { texto: 'Pedir de novo', tela: 'dados' },
        }
      : null,
});
