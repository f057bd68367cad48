import { setTimeout as sleep } from 'node:timers/promises';
import { aKey, anInvoice } from '../../apps/sandbox/src/mercado-livre/invoices/test-invoice.ts';
import { MOTIVOS_DA_NOTA } from '../../packages/contract/src/notas.ts';
import type { Account, Site } from './site.ts';
import type { Run } from './works.ts';

/** A sold parcel that a person packs. */
export interface Parcel {
  /** The parcel in the list of pedidos. */
  id: string;
  envio: number;
  /** The number of its invoice, and the key under which each attempt to send the invoice is made. */
  nota: number;
  key: string;
}

const LOOK_MS = 300;
/** What the screen says by itself when no whole answer came. No server can say it. */
const NO_ANSWER = 'Sem resposta do servidor. Verifique sua conexão e tente de novo.';
let notas = 1000;

/** Sells one unit, and waits until the parcel is in the list of pedidos. */
export async function aParcel(site: Site, account: Account): Promise<Parcel> {
  const body = { logistica: 'drop_off', precoCentavos: 1990, comprador: 71 };
  const order = await site.standIn.control<{ id: number; shipping: { id: number } }>(
    'POST',
    `/vendedores/${account.seller}/venda`,
    body,
  );
  for (;;) {
    const { body: page } = await site.call<{ itens?: { id: string }[] }>(
      account,
      'GET',
      `/api/pedidos?busca=${order.id}`,
    );
    // A busy server refuses the list for a moment.
    const found = page.itens?.[0];
    if (found) return { id: found.id, envio: order.shipping.id, nota: ++notas, key: crypto.randomUUID() };
    await sleep(LOOK_MS);
  }
}

/** Prints the label as the screen does. Returns whether the browser got a file. */
export async function printLabel(site: Site, run: Run, { id, envio }: Parcel): Promise<boolean> {
  const answer = await site.product
    .ask(run.account, 'POST', '/api/pedidos/etiquetas', { ids: [id], formato: 'pdf' })
    // A file that breaks off fails in the browser.
    .catch(() => null);
  if (answer === null) return !run.said.add(NO_ANSWER);
  if (answer.status !== 200) return refused(run, '/api/pedidos/etiquetas', answer);
  const isWhole = answer.text.startsWith('%PDF') && answer.text.trimEnd().endsWith('%%EOF');
  if (!isWhole || !answer.text.includes(`Envio ${envio}`)) run.wrong.push('a label that is not whole');
  return true;
}

/** Sends the invoice as the screen does. Returns whether the screen says that Mercado Livre accepted it. */
export async function sendNote(site: Site, run: Run, parcel: Parcel): Promise<boolean> {
  const { envio, nota, key } = parcel;
  const { api, origin } = site.product;
  const path = `/api/contas/${run.account.contaId}/envios/${envio}/nota`;
  const response = await fetch(`${api}${path}`, {
    method: 'POST',
    headers: {
      ...{ origin, cookie: run.account.cookie },
      ...{ 'content-type': 'application/octet-stream', 'idempotency-key': key },
    },
    body: anInvoice(nota),
  });
  const text = await response.text();
  if (response.status !== 200) return refused(run, path, { status: response.status, text });
  const result = JSON.parse(text) as {
    nota: { situacao: string; motivo: string | null } | null;
    previstos: string[];
  };
  if (result.nota?.motivo === 'ocupado') {
    // Mercado Livre says that it could not take the note. The screen says so, and the next attempt has a key of its own.
    run.said.add(MOTIVOS_DA_NOTA.ocupado);
    parcel.key = crypto.randomUUID();
    return false;
  }
  if (result.nota?.situacao !== 'aceita') {
    run.wrong.push(`a right note is refused: ${result.nota?.motivo ?? result.previstos}`);
    return true;
  }
  const { chave } = await site.standIn.control<{ chave: string | null }>('GET', `/envios/${envio}/nota`);
  if (chave !== aKey(nota)) run.wrong.push(`an accepted note, but Mercado Livre has ${chave}`);
  return true;
}

function refused(
  { said, odd }: Run,
  path: string,
  { status, text }: { status: number; text: string },
): false {
  const { mensagem = '' } = JSON.parse(text) as { mensagem?: string };
  said.add(mensagem);
  if (status === 500) odd.push(`${path} answered ${status}`);
  return false;
}
