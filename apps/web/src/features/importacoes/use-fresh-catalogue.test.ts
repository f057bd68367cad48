import type { Importacao } from '@prumo/contract/importacoes.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { anImportacao } from './importacao.fixture.ts';
import { holdCatalogue } from './use-fresh-catalogue.ts';

const client = new QueryClient({ defaultOptions: { queries: { staleTime: 300_000 } } });
const heldFor = (tag: string) => client.defaultQueryOptions({ queryKey: [tag, '/api'] }).staleTime;
const begun = (id: string, situacao: Importacao['situacao']) =>
  holdCatalogue(client, { ...anImportacao, id, situacao, iniciada_em: '2026-11-15T12:00:00Z' });

test('cached catalogue queries stay stale while an importacao runs, even without its screen', () => {
  begun('a', 'importando');
  expect(['produtos', 'inventario', 'marcas', 'categorias'].map(heldFor)).toEqual([0, 0, 0, 0]);
  expect(heldFor('clientes')).toBe(300_000);
  // An importacao of another conta does not affect it.
  begun('b', 'concluida');
  expect(heldFor('produtos')).toBe(0);
  begun('a', 'concluida');
  expect(heldFor('produtos')).toBe(300_000);
});
