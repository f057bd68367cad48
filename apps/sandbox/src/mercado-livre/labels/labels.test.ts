import { afterAll, describe, expect, test } from 'vitest';
import { aClient, aControl, type Order, SELLERS } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);
const client = aClient(sandbox.url);
const control = aControl(sandbox.url);
const small = await client.connect(SELLERS.small);
const sell = async (logistica: string) => {
  const { body } = await control.do('POST', `/vendedores/${small.id}/venda`, { logistica });
  return (body as unknown as Order).shipping.id;
};
const print = (ids: readonly unknown[], type = 'pdf') =>
  small.get(`/shipment_labels?shipment_ids=${ids.join(',')}&response_type=${type}`);
async function bytes(ids: readonly unknown[], type: string): Promise<Buffer> {
  const answer = await fetch(
    `${sandbox.url}/mercado-livre/shipment_labels?shipment_ids=${ids.join(',')}&response_type=${type}`,
    { headers: { authorization: `Bearer ${small.accessToken}` } },
  );
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
const substatusOf = async (id: unknown) => (await small.get(`/shipments/${id}`)).body['substatus'];

describe('labels', () => {
  test.each(['drop_off', 'xd_drop_off', 'cross_docking', 'self_service'])(
    'of %s are printed, and can be printed again',
    async (logistica) => {
      const id = await sell(logistica);
      expect(await substatusOf(id)).toBe('ready_to_print');
      const first = await bytes([id], 'pdf');
      expect(await substatusOf(id)).toBe('printed');
      expect(await bytes([id], 'pdf')).toEqual(first);
    },
  );

  test('are a PDF with one page for each shipment, whose table of objects is right', async () => {
    const pdf = (await bytes([await sell('drop_off'), await sell('drop_off')], 'pdf')).toString('latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(pdf).toContain('/Count 2');
    const table = Number(/startxref\n(\d+)\n%%EOF/.exec(pdf)?.[1]);
    const places = [...pdf.slice(table).matchAll(/^(\d{10}) 00000 n/gm)].map(([, place]) => Number(place));
    expect(places).toHaveLength(7);
    for (const [n, place] of places.entries())
      expect(pdf.slice(place)).toMatch(new RegExp(`^${n + 1} 0 obj`));
  });

  test('of a label printer are a ZIP with ZPL and a control sheet', async () => {
    const ids = [await sell('drop_off'), await sell('self_service')];
    const zip = await bytes(ids, 'zpl2');
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    const text = zip.toString('latin1');
    expect(text.match(/\^XA[\s\S]*?\^XZ/g)).toHaveLength(2);
    expect(text).toContain('%PDF-');
    const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    expect(zip.readUInt16LE(end + 10)).toBe(2);
    expect(
      zip
        .subarray(zip.readUInt32LE(end + 16))
        .subarray(0, 4)
        .toString('latin1'),
    ).toBe('PK\x01\x02');
  });

  test('are refused for every documented reason, and then nothing is printed', async () => {
    const good = await sell('drop_off');
    const refused = async (ids: readonly unknown[], error: string, status = 400) => {
      expect(await print([good, ...ids])).toMatchObject({ status, body: { error } });
      expect(await substatusOf(good)).toBe('ready_to_print');
    };
    await refused([await sell('fulfillment')], 'invalid_shipment_ff_public');
    await refused([await sell('default')], 'invalid_shipment_mode');
    const gone = await sell('drop_off');
    await control.do('POST', `/envios/${gone}/avancar`, { ate: 'entregue' });
    await refused([gone], 'not_printable_status');
    expect((await print([gone])).body).toMatchObject({
      failed_shipments: [
        {
          shipment_id: String(gone),
          message: `Shipment ${gone} status is delivered`,
          cause: 'NOT_PRINTABLE_STATUS',
        },
      ],
    });
    await refused([49_999_999_999], 'not_found', 404);
    await refused(
      Array.from({ length: 50 }, () => good),
      'shipment_ids',
    );
    expect(await print([])).toMatchObject({
      status: 404,
      body: { message: 'Missing a valid shipment id value' },
    });
    expect((await print([good], 'png')).status).toBe(400);
    const middle = await client.connect(SELLERS.middle);
    expect(await middle.get(`/shipment_labels?shipment_ids=${good}`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_shipment_caller' },
    });
  });
});
