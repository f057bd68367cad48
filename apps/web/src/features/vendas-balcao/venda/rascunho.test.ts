import { VendaBalcaoInput } from '@prumo/contract/vendas-balcao.ts';
import { expect, test } from 'vitest';
import { bodyOf, nextOf, type Rascunho, totalsOfRascunho, VAZIO, withOne } from './rascunho.ts';

const VELA = { id: '019a0000-0000-7000-8000-000000000001', nome: 'Vela', sku: 'VEL-1', preco_venda: '25.50' };
const FILTRO = { ...VELA, id: '019a0000-0000-7000-8000-000000000002', nome: 'Filtro', sku: 'FIL-1' };
const LOJA = '019a0000-0000-7000-8000-000000000003';

test('the same produto again is one unit more, also of a fraction, and keeps a changed price', () => {
  const [vela] = withOne([], VELA);
  expect(vela).toMatchObject({ quantidade: '1', preco: '25.50' });
  const changed = [{ ...(vela ?? FILTRO), produto_id: VELA.id, quantidade: '1.5', preco: '20.00' }];
  expect(withOne(changed, VELA)).toMatchObject([{ quantidade: '2.50', preco: '20.00' }]);
  expect(withOne(changed, FILTRO).map(({ nome }) => nome)).toEqual(['Vela', 'Filtro']);
});

test('a quantity that is no number yet begins anew', () => {
  const [vela] = withOne([], VELA);
  expect(withOne(vela ? [{ ...vela, quantidade: '' }] : [], VELA)).toMatchObject([{ quantidade: '1' }]);
});

test('totals are unknown while an amount is no number', () => {
  const itens = withOne([], VELA);
  expect(totalsOfRascunho({ ...VAZIO, itens })?.total).toBe('25.50');
  expect(totalsOfRascunho({ ...VAZIO, itens, desconto: '5.50' })?.total).toBe('20.00');
  expect(totalsOfRascunho({ ...VAZIO, itens, desconto: 'x' })).toBeUndefined();
});

test('what is sent is what the contract reads, without cash that another payment does not have', () => {
  const rascunho: Rascunho = {
    ...VAZIO,
    itens: withOne([], VELA),
    deposito_id: LOJA,
    recebido: '50',
    desconto: '0.00',
  };
  const sent = (values: Rascunho) => VendaBalcaoInput.parse({ ...bodyOf(values), id: LOJA, prometidas: [] });
  expect(sent(rascunho)).toMatchObject({ desconto: null, recebido: '50' });
  expect(sent({ ...rascunho, pagamento: 'pix' }).recebido).toBeNull();
});

test('the next sale keeps the deposito and the vendedor, and starts without a cliente', () => {
  expect(nextOf({ ...VAZIO, deposito_id: LOJA, vendedor_id: 'v', cliente_id: 'c', desconto: '5' })).toEqual({
    ...VAZIO,
    deposito_id: LOJA,
    vendedor_id: 'v',
  });
});
