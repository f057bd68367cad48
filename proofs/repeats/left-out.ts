/** Routes that are not tried: a repeated request gets another answer there. Each has the reason why that is harmless. */
export const WITHOUT_KEY: Readonly<Record<string, string>> = {
  'POST /api/lotes/amostra': 'It reads.',
  'POST /api/titulares/procura': 'It reads.',
  'POST /api/analises': 'It reads, and may start a synchronisation, of which a conta has one at a time.',
  'POST /api/lotes/arquivo': 'It reads a file. Atividade shows each download.',
  'POST /api/contas/conexoes': 'Its answer is a secret that must not be stored. An unused conexao expires.',
  'POST /api/contas':
    'The authorization code of the marketplace is valid once, and a repeated request finds its conexao.',
  'POST /api/exportacoes/:id/link':
    'Its answer is a secret that must not be stored. A new link replaces the earlier one.',
  'POST /api/titulares/pedidos/:id/exportacao':
    "Its answer is a copy of the person's data that must not be stored.",
  'POST /api/equipe/saida':
    'The person has left the empresa, so its door refuses the repeated request with 403.',
  'POST /api/restauracoes/:id/pedacos':
    'Each piece has its number. A piece that has arrived is not stored again.',
};

/**
 * Tables that a request writes before its change, in a transaction that a repeated request repeats (`prepare`). An
 * upload stores its image before its key, and discards the image when another copy was faster. The figure about records
 * that no answer names counts the images that nothing would remove.
 */
export const PREPARED = ['arquivos'];
/** The job that removes an image which no record shows. */
export const PREPARED_JOBS = ['arquivos.remover'];
