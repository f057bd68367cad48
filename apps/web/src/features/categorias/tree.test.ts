import type { CategoriaListada } from '@prumo/contract/categorias.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { branchesOf, maySettle, targetAt, targetsOf, treePage } from './tree.ts';

function principal(nome: string, children: string[] = [], total = children.length): CategoriaListada {
  return {
    id: nome,
    user_id: 'ana',
    nome,
    descricao: null,
    parent_id: null,
    parent_nome: null,
    versao: 1,
    created_at: '2026-11-17T12:00:00Z',
    total_subcategorias: total,
    subcategorias: children.map((child) => ({ id: child, nome: child, descricao: null, versao: 1 })),
  };
}

const branches = branchesOf([principal('Freios', ['Discos', 'Pastilhas']), principal('Motor')]);
const branch = (nome: string) => {
  const found = branches.find((each) => each.nome === nome);
  if (!found) throw new Error(nome);
  return found;
};
const names = (targets: readonly ({ nome: string } | null)[]) => targets.map((each) => each?.nome ?? null);

test('each principal is followed by its subcategorias, which know their parent', () => {
  expect(branches.map(({ nome, parent_nome }) => [nome, parent_nome])).toEqual([
    ['Freios', null],
    ['Discos', 'Freios'],
    ['Pastilhas', 'Freios'],
    ['Motor', null],
  ]);
});

test('a subcategoria moves to another principal or becomes one', () => {
  expect(names(targetsOf(branch('Discos'), branches))).toEqual([null, 'Motor']);
});

test('a principal without subcategorias moves below another one, and one with subcategorias stays', () => {
  expect(names(targetsOf(branch('Motor'), branches))).toEqual(['Freios']);
  expect(targetsOf(branch('Freios'), branches)).toEqual([]);
});

test('a move that is allowed never makes a third level', () => {
  const trees = fc.array(fc.array(fc.constant(0), { maxLength: 3 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(trees, fc.nat(), fc.nat(), (tree, one, other) => {
      const all = branchesOf(
        tree.map((children, n) =>
          principal(
            `${n}`,
            children.map((_, m) => `${n}.${m}`),
          ),
        ),
      );
      const moved = all[one % all.length];
      const target = [null, ...all][other % (all.length + 1)] ?? null;
      if (!moved || !maySettle(moved, target)) return;
      const after = all.map((each) => (each === moved ? { ...each, parent_id: target?.id ?? null } : each));
      const parents = new Map(after.map(({ id, parent_id }) => [id, parent_id]));
      for (const { parent_id } of after) if (parent_id) expect(parents.get(parent_id)).toBeNull();
      expect(moved.parent_id).not.toBe(target?.id ?? null);
    }),
  );
});

test('a drop on a subcategoria means its principal', () => {
  expect(targetAt(branches, 'Pastilhas')?.nome).toBe('Freios');
  expect(targetAt(branches, 'Motor')?.nome).toBe('Motor');
  expect(targetAt(branches, 'nada')).toBeUndefined();
});

const page = { de: 1, anterior: null, proximo: null, total: null, parcial: false };

test('a tree on one page counts all categorias, also the subcategorias that it does not list', () => {
  expect(treePage({ ...page, itens: [principal('Freios', ['Discos'], 250), principal('Motor')] }).total).toBe(
    252,
  );
});

test('a tree on several pages counts its principals', () => {
  const { total, label } = treePage({
    ...page,
    de: 101,
    anterior: 'x',
    itens: [principal('Motor', ['Velas'])],
  });
  expect([total, label]).toEqual([null, 'Principais 101–101']);
});
