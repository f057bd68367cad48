import { notFound } from '#mercado-livre/errors.ts';
import type { Route } from '#mercado-livre/router.ts';
import { BRANCHES, LEAVES, type Leaf, VARIATION_VALUES } from './tree.ts';

interface Node {
  id: string;
  name: string;
  parent: string | null;
  leaf?: Leaf;
}

const NODES = new Map<string, Node>([
  ...BRANCHES.map(([id, name, parent]) => [id, { id, name, parent }] as const),
  ...LEAVES.map((leaf) => [leaf.id, { id: leaf.id, name: leaf.name, parent: leaf.parent, leaf }] as const),
]);

export const CATEGORY_ROUTES: readonly Route[] = [
  {
    name: 'GET /sites/MLB/categories',
    permission: 'usuarios',
    answer: () => Response.json([...NODES.values()].filter(({ parent }) => parent === null).map(brief)),
  },
  {
    name: 'GET /categories/:id',
    permission: 'usuarios',
    answer: ({ params }) => describe(NODES.get(params['id'] ?? ''), params['id'] ?? ''),
  },
  {
    name: 'GET /categories/:id/attributes',
    permission: 'usuarios',
    answer: ({ params }) => {
      const node = NODES.get(params['id'] ?? '');
      return node ? Response.json(attributesOf(node)) : missing(params['id'] ?? '');
    },
  },
];

const brief = ({ id, name }: Node) => ({ id, name });
const missing = (id: string) => notFound(`Category not found: ${id}`);

function pathTo(node: Node): Node[] {
  const above = node.parent === null ? undefined : NODES.get(node.parent);
  return above ? [...pathTo(above), node] : [node];
}

function describe(node: Node | undefined, id: string): Response {
  if (!node) return missing(id);
  const children = [...NODES.values()].filter(({ parent }) => parent === node.id);
  return Response.json({
    id: node.id,
    name: node.name,
    picture: null,
    permalink: node.parent === null ? `https://lista.mercadolivre.com.br/${node.id}` : null,
    total_items_in_this_category: node.leaf ? 120_431 : 1_932_811,
    path_from_root: pathTo(node).map(brief),
    children_categories: children.map((child) => ({
      ...brief(child),
      total_items_in_this_category: 120_431,
    })),
    settings: {
      catalog_domain: node.leaf?.domain ?? null,
      listing_allowed: node.leaf !== undefined,
      max_title_length: 60,
      max_variations_allowed: 100,
      max_pictures_per_item: 12,
      minimum_price: 7,
      maximum_price: null,
      currencies: ['BRL'],
      status: 'enabled',
    },
  });
}

function attributesOf({ leaf }: Node): object[] {
  if (!leaf) return [];
  const attribute = (
    id: string,
    name: string,
    tags: Record<string, boolean>,
    values: readonly string[] = [],
  ) => ({
    id,
    name,
    tags,
    value_type: 'string',
    value_max_length: 255,
    values: values.map((value, n) => ({ id: String(11_000_000 + n), name: value })),
  });
  return [
    attribute('BRAND', 'Marca', { required: true }, leaf.brands),
    attribute('GTIN', 'Código universal de produto', {
      conditional_required: true,
      variation_attribute: true,
    }),
    attribute('SELLER_SKU', 'SKU', { hidden: true, variation_attribute: true }),
    ...(leaf.isPart ? [attribute('PART_NUMBER', 'Número de peça', { required: true })] : []),
    attribute(
      leaf.varies,
      leaf.varies === 'COLOR' ? 'Cor' : 'Tamanho',
      { allow_variations: true },
      VARIATION_VALUES[leaf.varies],
    ),
  ];
}
