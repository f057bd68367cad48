import { expect, test } from 'vitest';
import { resultCsv } from './result-csv.ts';

const row = (changes: object = {}) => ({
  anuncio_id: 'MLB1',
  variacao_id: '',
  variacao: '',
  titulo: 'Pastilha',
  sku: 'PF-1',
  resultado: 'criado',
  motivo: null,
  produto: 'PF-1 — Pastilha',
  fotos_recusadas: 0,
  motivo_da_foto: null,
  ...changes,
});

/** Returns the file for the given pages. */
async function written(...pages: object[][]): Promise<string> {
  const left = [...pages, []];
  // The pages replace the database, because only the text is tested.
  const read = async () => left.shift() as never;
  let text = '';
  for await (const chunk of resultCsv(read, 'id')) text += chunk;
  return text;
}

test('a spreadsheet can read the file: a BOM for UTF-8, a header, and a line for each anuncio', async () => {
  expect(await written([row()], [row({ anuncio_id: 'MLB2', variacao: 'Preto; G', titulo: 'A "B"' })])).toBe(
    '\ufeffAnúncio;Variação;Título;SKU;Resultado;Motivo;Produto\r\n' +
      'MLB1;;Pastilha;PF-1;Criado;;PF-1 — Pastilha\r\n' +
      'MLB2;"Preto; G";"A ""B""";PF-1;Criado;;PF-1 — Pastilha\r\n',
  );
});

test('no cell can be read as a formula', async () => {
  const text = await written([
    row({ titulo: '=HYPERLINK("http://x")', sku: '-A1', produto: ' @a', motivo: 'x,=1+1' }),
  ]);
  expect(text.split('\r\n')[1]).toBe(`MLB1;;"'=HYPERLINK(""http://x"")";'-A1;Criado;"x,'=1+1";' @a`);
});

test('a line says why an anuncio was not imported, and which photos are missing', async () => {
  const lines = (
    await written([
      row({ resultado: 'recusado', motivo: 'O anúncio foi excluído no Mercado Livre.', produto: null }),
      row({ fotos_recusadas: 2, motivo_da_foto: 'Esta foto não existe mais.' }),
    ])
  ).split('\r\n');
  expect(lines[1]).toBe('MLB1;;Pastilha;PF-1;Não importado;O anúncio foi excluído no Mercado Livre.;');
  expect(lines[2]).toContain(';2 fotos não copiadas: Esta foto não existe mais.;');
});
