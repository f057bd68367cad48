import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

const PATIENCE_MS = 60_000;
/** The line of the stand-in's labels that names the parcel: in a PDF, and in ZPL within an archive without compression. */
const NAMED = { PDF: /\(Envio (\d+)\) Tj/g, ZPL: /\^FDEnvio (\d+)\^FS/g };

interface Printing {
  formato: keyof typeof NAMED;
  /** Called with the dialog open, and again when it says what was printed. */
  onSight: (what: 'etiquetas' | 'etiquetas-baixadas') => Promise<void>;
}

/** Prints all labels of the aba 'Imprimir etiqueta', as a person does. Returns the parcels that the file names. */
export async function print(
  page: Page,
  { formato, onSight }: Printing,
): Promise<{ envios: number[]; seconds: number }> {
  await page.getByRole('button', { name: /^Imprimir \d+ etiquetas?$/ }).tap();
  const dialog = page.getByRole('dialog', { name: 'Imprimir etiquetas' });
  await dialog.getByText(formato, { exact: true }).tap();
  await onSight('etiquetas');
  const began = performance.now();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: PATIENCE_MS }),
    dialog.getByRole('button', { name: 'Imprimir', exact: true }).tap(),
  ]);
  await dialog.getByText(/etiquetas? baixadas?/).waitFor();
  const seconds = (performance.now() - began) / 1000;
  await onSight('etiquetas-baixadas');
  await dialog.getByRole('button', { name: 'Fechar' }).first().tap();
  const text = await readFile(await download.path(), 'latin1');
  return { seconds, envios: [...text.matchAll(NAMED[formato])].map(([, envio]) => Number(envio)) };
}
