import { INVOICE_ERRORS } from '@prumo/sandbox/mercado-livre/invoices/errors.ts';
import { aKey, anInvoice, type InvoiceParts } from '@prumo/sandbox/mercado-livre/invoices/test-invoice.ts';
import { aClient, aControl, type Order } from '@prumo/sandbox/mercado-livre/test-client.ts';
import { startSandbox } from '@prumo/sandbox/sandbox.ts';
import { afterAll, expect, test } from 'vitest';
import { openClient } from '#modules/mercado-livre/client.ts';
import { invoicesOf } from '#modules/mercado-livre/invoices/invoices.ts';
import { REFUSALS } from '#modules/mercado-livre/invoices/refusals.ts';
import { checkNota } from './check-nota.ts';
import { readNota } from './read-nota.ts';

/** Holds the prediction against the refusals of the simulated marketplace, whose checks are written apart from ours. */
const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);
const control = aControl(sandbox.url);
const clientOf = aClient(sandbox.url);
const COMPANY = 1003000020;
const DEPOTS = 1003000021;
for (const [id, recursos] of [
  [COMPANY, ['exige_nota']],
  [DEPOTS, ['exige_nota', 'user_product_seller', 'warehouse_management']],
] as const)
  await control.do('POST', '/vendedores', {
    ...{ id, apelido: `EMPRESA${id}`, semente: 1, anuncios: 5, vendas: 0, recursos },
  });
const notas = invoicesOf(
  openClient({
    base: `${sandbox.url}/mercado-livre`,
    ...{ userAgent: 'Prumo', timeLimitMs: 5000 },
    budget: { take: async () => {}, pause: async () => {} },
  }),
);
const sellers = {
  company: await clientOf.connect(COMPANY),
  depots: await clientOf.connect(DEPOTS),
};
type Who = keyof typeof sellers;
const askerOf = (who: Who) => ({
  accessToken: sellers[who].accessToken,
  turn: { waits: 'person', key: 'empresa' } as const,
});
const bytes = (text: string) => new TextEncoder().encode(text);
/** The keys of the notes that the marketplace accepted in this file. */
const used = new Set<string>();
let number = 5000;
const fresh = (parts: InvoiceParts = {}) => {
  number += 1;
  return anInvoice(number, parts);
};

async function sell(who: Who, body: object = {}) {
  const sale = { logistica: 'drop_off', precoCentavos: 1990, comprador: 71, ...body };
  const { body: order } = await control.do('POST', `/vendedores/${sellers[who].id}/venda`, sale);
  const { shipping, date_created } = order as unknown as Order & { date_created: string };
  return { envioId: String(shipping.id), vendido_em: new Date(date_created) };
}

/** The CEP from which the parcel leaves. Each depot of a seller has its own. */
async function cepOf(who: Who, envioId: string): Promise<string> {
  const answer = await fetch(`${sandbox.url}/mercado-livre/shipments/${envioId}`, {
    headers: { authorization: `Bearer ${sellers[who].accessToken}`, 'x-format-new': 'true' },
  });
  const { origin } = (await answer.json()) as { origin: { shipping_address: { zip_code: string } } };
  return origin.shipping_address.zip_code;
}

/** The reasons that the product names before it sends, and the one that the marketplace then gives. */
async function predictAndSend(xml: string, who: Who = 'company', sale: object = {}) {
  const { envioId, vendido_em } = await sell(who, sale);
  const file = bytes(xml.replace('<CEP>01001000', `<CEP>${await cepOf(who, envioId)}`));
  const nota = await readNota(file);
  const esperada = await notas.esperada(askerOf(who), envioId);
  const predicted =
    typeof nota === 'string'
      ? [nota]
      : checkNota(nota, { esperada, vendido_em, is_chave_usada: used.has(nota.chave) }, new Date());
  const refused = await notas.enviar(askerOf(who), envioId, file);
  if (refused === null && typeof nota !== 'string') used.add(nota.chave);
  return { envioId, predicted, refused };
}

const later = new Date(Date.now() + 86_400_000).toISOString();
const long = new Date(Date.now() - 40 * 86_400_000).toISOString();
const company = (documents: string) => ({ receiver: documents });
/** The refusals that the note, the sale and our own rows show before the note is sent. */
const KNOWABLE: [error: string, xml: () => string, who?: Who, sale?: object][] = [
  ['malformed_XML', () => '<nfeProc>'],
  ['batch_nfe_not_supported', () => `<enviNFe>${fresh().replace(/^<\?.*\?>/, '')}</enviNFe>`],
  ['error_parse_invoice_data', () => '<nada/>'],
  ['nfe_layout_not_supported', () => fresh({ layout: '3.10' })],
  ['wrong_invoice_type', () => fresh({ model: '65' })],
  ['invalid_nfe', () => fresh({ keyInProtocol: aKey(999) })],
  ['invalid_nfe_cstat', () => fresh({ status: '110' })],
  ['invalid_nfe_cstat_multiorigem_model_c', () => fresh({ status: '110' }), 'depots'],
  ['invalid_sender_cnpj', () => fresh({ cnpj: '33000167000101' })],
  ['invalid_cnpj_multiorigem', () => fresh({ cnpj: '33000167000101' }), 'depots'],
  ['shipment_invoice_should_contain_company_state_tax_id', () => fresh({ ie: null })],
  ['sender_ie_not_found', () => fresh({ ie: '' })],
  ['invalid_state_tax_id', () => fresh({ ie: 'ISENTO' })],
  ['invalid_sender_ie', () => fresh({ ie: '123' })],
  ['invalid_sender_ie_for_state', () => fresh({ ie: '110042490115' })],
  ['invalid_sender_ie_for_state_multiorigem_model_c', () => fresh({ ie: '110042490115' }), 'depots'],
  ['different_state_nfe_shipment_origin', () => fresh({ uf: 'RJ' })],
  ['wrong_sender_zipcode', () => fresh({ cep: '01001009' })],
  ['wrong_receiver_cpf', () => fresh({ receiver: '<CPF>11144477735</CPF>' })],
  [
    'wrong_receiver_cnpj',
    () => fresh(company('<CNPJ>33000167000101</CNPJ><IE>9062345678</IE>')),
    'company',
    { comprador: 75 },
  ],
  [
    'wrong_receiver_state_tax',
    () => fresh(company('<CNPJ>11222333000181</CNPJ>')),
    'company',
    { comprador: 75 },
  ],
  ['wrong_receiver_zipcode', () => fresh({ receiverCep: '80010001' })],
  ['wrong_invoice_date', () => fresh({ date: later })],
  ['wrong_invoice_date', () => fresh({ date: long })],
  ['nfe_order_value_divergence', () => fresh({ total: '19.91' })],
];

test.each(KNOWABLE)('the product predicts %s', async (error, xml, who, sale) => {
  const { predicted, refused } = await predictAndSend(xml(), who, sale);
  expect(predicted).toEqual([refused]);
  expect(refused).toBe(REFUSALS[error]);
});

test('the product predicts a test note, which the marketplace calls invalid_nfe', async () => {
  const { predicted, refused } = await predictAndSend(fresh({ environment: '2' }));
  expect({ predicted, refused }).toEqual({ predicted: ['homologacao'], refused: REFUSALS['invalid_nfe'] });
});

test.each<[Who, object, InvoiceParts]>([
  ['company', {}, {}],
  ['company', { comprador: 75 }, company('<CNPJ>11222333000181</CNPJ><IE>9062345678</IE>')],
  ['depots', {}, {}],
])('the product finds no fault in a note that the marketplace accepts: %s %j', async (who, sale, parts) => {
  const { envioId, predicted, refused } = await predictAndSend(fresh(parts), who, sale);
  expect({ predicted, refused }).toEqual({ predicted: [], refused: null });
  expect(await notas.chaveEnviada(askerOf(who), envioId)).toBe(aKey(number));
});

test('the product predicts duplicated_fiscal_key from the notes that it sent', async () => {
  const xml = fresh();
  expect((await predictAndSend(xml)).refused).toBeNull();
  const { predicted, refused } = await predictAndSend(xml);
  expect(predicted).toEqual(['chave_usada']);
  expect(refused).toBe(REFUSALS['duplicated_fiscal_key']);
});

/** The refusals that only the marketplace, or the state of its parcel, can tell. */
const UNKNOWABLE = [
  ...['invalid_user', 'invalid_caller_id', 'seller_not_allowed_to_import_nfe', 'invalid_shipment'],
  ...['invalid_parameter', 'invalid_operation_for_site_id', 'shipment_already_being_processed'],
  ...[
    'unexpected_error_post_biller',
    'internal_error',
    'shipment_invoice_already_saved',
    'nf_already_generated',
  ],
];

test('every documented refusal is predicted or named as unknowable', () => {
  const known = [...KNOWABLE.map(([error]) => error), 'duplicated_fiscal_key'];
  expect([...new Set([...known, ...UNKNOWABLE])].toSorted()).toEqual(Object.keys(INVOICE_ERRORS).toSorted());
});

test.each(Object.keys(INVOICE_ERRORS))('the person gets a reason for %s', async (erro) => {
  const { envioId } = await sell('company');
  await control.do('POST', `/envios/${envioId}/recusa-da-nota`, { erro });
  expect(await notas.enviar(askerOf('company'), envioId, bytes(fresh()))).toBe(REFUSALS[erro]);
});

test('a parcel without a note has no key', async () => {
  const { envioId } = await sell('company');
  expect(await notas.chaveEnviada(askerOf('company'), envioId)).toBeNull();
});
