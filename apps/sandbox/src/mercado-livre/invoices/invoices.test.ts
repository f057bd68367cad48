import { afterAll, describe, expect, test } from 'vitest';
import { aClient, aControl, type Order, SELLERS } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';
import { INVOICE_ERRORS } from './errors.ts';
import { aKey, anInvoice, type InvoiceParts } from './test-invoice.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);
const client = aClient(sandbox.url);
const control = aControl(sandbox.url);
const COMPANY = 1003000010;
const DEPOTS = 1003000011;
for (const [id, recursos] of [
  [COMPANY, ['exige_nota']],
  [DEPOTS, ['exige_nota', 'user_product_seller', 'warehouse_management']],
] as const)
  await control.do('POST', '/vendedores', {
    id,
    apelido: `EMPRESA${id}`,
    semente: 1,
    anuncios: 5,
    vendas: 0,
    recursos,
  });
const company = await client.connect(COMPANY);
const depots = await client.connect(DEPOTS);
type Seller = typeof company;
let numbers = 0;

const sell = async (seller: Seller = company, body: object = {}) => {
  const sale = { logistica: 'drop_off', precoCentavos: 1990, comprador: 71, ...body };
  const { body: order } = await control.do('POST', `/vendedores/${seller.id}/venda`, sale);
  return (order as unknown as Order).shipping.id;
};
async function send(
  method: string,
  path: string,
  xml: string,
  seller: Seller = company,
  type = 'application/xml',
) {
  const answer = await fetch(`${sandbox.url}/mercado-livre${path}`, {
    method,
    headers: { authorization: `Bearer ${seller.accessToken}`, 'content-type': type },
    body: xml,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const post = (id: unknown, xml: string, seller?: Seller) =>
  send('POST', `/shipments/${id}/invoice_data/?siteId=MLB`, xml, seller);
const fresh = (parts: InvoiceParts = {}) => {
  numbers += 1;
  return anInvoice(numbers, parts);
};
const substatusOf = async (id: unknown) => (await company.get(`/shipments/${id}`)).body['substatus'];

describe('an invoice', () => {
  test('gives the shipment its label, can be read, and can be replaced until the label is printed', async () => {
    const id = await sell();
    expect(await substatusOf(id)).toBe('invoice_pending');
    expect(await company.get(`/shipment_labels?shipment_ids=${id}`)).toMatchObject({
      body: { error: 'not_printable_status' },
    });
    const { status, body } = await post(id, fresh());
    expect(status).toBe(201);
    expect(await substatusOf(id)).toBe('ready_to_print');
    expect(body).toMatchObject({
      shipment_id: id,
      fiscal_key: aKey(numbers),
      invoice_amount: 19.9,
      status: 'approved',
      item_title: 'Peça & acessório',
    });
    expect((await company.get(`/shipments/${id}/invoice_data?siteId=MLB`)).body).toEqual(body);
    const replace = () => send('PUT', `/shipment_invoice/${body['id']}/?siteId=MLB`, fresh());
    expect(await replace()).toMatchObject({
      status: 200,
      body: { id: body['id'], fiscal_key: aKey(numbers) },
    });
    await company.get(`/shipment_labels?shipment_ids=${id}`);
    expect(await replace()).toMatchObject({ status: 400, body: { error: 'nf_already_generated' } });
  });

  test('is read without expanding entities', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "boom"><!ENTITY c "&b;&b;">]>';
    expect(await post(await sell(), fresh().replace('?>', `?>${bomb}`))).toMatchObject({
      status: 400,
      body: { error: 'malformed_XML' },
    });
    expect(await post(await sell(), fresh().replace('&amp;', '&b;'))).toMatchObject({
      body: { error: 'malformed_XML' },
    });
  });

  const later = new Date(Date.now() + 86_400_000).toISOString();
  const long = new Date(Date.now() - 40 * 86_400_000).toISOString();
  test.each<[string, InvoiceParts]>([
    ['nfe_layout_not_supported', { layout: '3.10' }],
    ['wrong_invoice_type', { model: '65' }],
    ['invalid_nfe', { environment: '2' }],
    ['invalid_nfe', { keyInProtocol: aKey(999) }],
    ['invalid_nfe', { key: `${'1'.repeat(43)}0` }],
    ['error_parse_invoice_data', { key: '123' }],
    ['error_parse_invoice_data', { total: 'muito' }],
    ['invalid_nfe_cstat', { status: '110' }],
    ['wrong_invoice_date', { date: later }],
    ['wrong_invoice_date', { date: long }],
    ['wrong_sender_zipcode', { cep: '01001001' }],
    ['wrong_receiver_zipcode', { receiverCep: '80010001' }],
    ['wrong_receiver_cpf', { receiver: '<CPF>11144477735</CPF>' }],
    ['invalid_sender_cnpj', { cnpj: '33000167000101' }],
    ['shipment_invoice_should_contain_company_state_tax_id', { ie: null }],
    ['sender_ie_not_found', { ie: '' }],
    ['invalid_state_tax_id', { ie: 'ISENTO' }],
    ['invalid_sender_ie', { ie: '123' }],
    ['invalid_sender_ie_for_state', { ie: '110042490115' }],
    ['different_state_nfe_shipment_origin', { uf: 'RJ' }],
    ['nfe_order_value_divergence', { total: '19.91' }],
  ])('is refused with %s for %j', async (error, parts) => {
    const id = await sell();
    expect(await post(id, fresh(parts))).toMatchObject({ status: 400, body: { error } });
    expect(await substatusOf(id)).toBe('invoice_pending');
  });

  test('is refused for what it is, for its shipment, and for its sender', async () => {
    const error = async (answer: Promise<{ body: Record<string, unknown> }>) => (await answer).body['error'];
    const id = await sell();
    const one = fresh();
    expect(await error(post(id, '<nfeProc>'))).toBe('malformed_XML');
    expect(await error(post(id, `<enviNFe>${fresh().replace(/^<\?.*\?>/, '')}</enviNFe>`))).toBe(
      'batch_nfe_not_supported',
    );
    expect(await error(post(id, '<nada/>'))).toBe('error_parse_invoice_data');
    const path = `/shipments/${id}/invoice_data`;
    expect(await error(send('POST', path, one))).toBe('invalid_parameter');
    expect(await error(send('POST', `${path}?siteId=MLB`, one, company, 'text/plain'))).toBe(
      'invalid_parameter',
    );
    expect(await error(send('POST', `${path}?siteId=MLA`, one))).toBe('invalid_operation_for_site_id');
    expect(await error(post(49_999_999_999, one))).toBe('invalid_shipment');
    expect(await error(post(id, one, depots))).toBe('invalid_caller_id');
    expect((await post(id, one)).status).toBe(201);
    expect(await error(post(id, fresh()))).toBe('shipment_invoice_already_saved');
    expect(await error(post(await sell(), one))).toBe('duplicated_fiscal_key');
    const printed = await sell();
    await control.do('POST', `/envios/${printed}`, { status: 'ready_to_ship', substatus: 'printed' });
    expect(await error(post(printed, fresh()))).toBe('nf_already_generated');
    const small = await client.connect(SELLERS.small);
    expect(await error(post(await sell(small), fresh(), small))).toBe('seller_not_allowed_to_import_nfe');
  });

  test('to a company names its CNPJ and its state tax id', async () => {
    const to = async (receiver: string) =>
      (await post(await sell(company, { comprador: 75 }), fresh({ receiver }))).body;
    expect(await to('<CNPJ>33000167000101</CNPJ>')).toMatchObject({ error: 'wrong_receiver_cnpj' });
    expect(await to('<CNPJ>11222333000181</CNPJ>')).toMatchObject({ error: 'wrong_receiver_state_tax' });
    expect(await to('<CNPJ>11222333000181</CNPJ><IE>9062345678</IE>')).toMatchObject({ status: 'approved' });
    const { body } = await company.get(`/shipments/${await sell(company, { comprador: 75 })}/billing_info`);
    expect(body).toMatchObject({
      receiver: { document: { id: 'CNPJ', value: '11222333000181' } },
      senders: [{ additional_documents: [{ id: 'IE', value: '110042490114' }] }],
    });
  });

  test('from a depot has the errors of depots', async () => {
    const sent = async (parts: InvoiceParts) =>
      (await post(await sell(depots), fresh(parts), depots)).body['error'];
    expect(await sent({ cnpj: '33000167000101' })).toBe('invalid_cnpj_multiorigem');
    expect(await sent({ status: '110' })).toBe('invalid_nfe_cstat_multiorigem_model_c');
    expect(await sent({ ie: '110042490115' })).toBe('invalid_sender_ie_for_state_multiorigem_model_c');
  });

  test.each(Object.keys(INVOICE_ERRORS))('can be refused with %s on request', async (erro) => {
    const id = await sell();
    await control.do('POST', `/envios/${id}/recusa-da-nota`, { erro });
    expect((await post(id, fresh())).body).toMatchObject({ error: erro });
    expect((await post(id, fresh())).status).toBe(201);
  });
});

test('there are 36 documented refusals', () => {
  expect(Object.keys(INVOICE_ERRORS)).toHaveLength(36);
});
