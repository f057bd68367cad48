import { type Block, parseMarkdown, textOf } from './markdown.ts';

export interface Pagina {
  slug: string;
  titulo: string;
  /** The first paragraph. */
  resumo: string;
  blocks: Block[];
}

/** The pages in the order of the list: from the first day to the rare cases. */
export const SECTIONS: readonly { titulo: string; slugs: readonly string[] }[] = [
  { titulo: 'Para começar', slugs: ['primeiros-passos', 'inicio', 'busca-de-balcao', 'atalhos'] },
  {
    titulo: 'Catálogo e estoque',
    slugs: ['produtos', 'inventario', 'estoque-e-movimentos', 'etiquetas', 'leitor-de-codigo-de-barras'],
  },
  { titulo: 'Cadastros', slugs: ['cadastros', 'clientes-e-fornecedores', 'depositos'] },
  {
    titulo: 'Mercado Livre',
    slugs: ['contas-de-marketplace', 'importacao', 'anuncios', 'pedidos', 'margem'],
  },
  { titulo: 'Balcão', slugs: ['vendas-no-balcao'] },
  {
    titulo: 'Empresa e segurança',
    slugs: [
      'equipe-e-papeis',
      'varias-empresas',
      'historico-e-lixeira',
      'dados-e-privacidade',
      'perfil-e-seguranca',
      'celular-e-impressao',
    ],
  },
];

/** The files of docs/ajuda. Vite puts their text into the chunk of these screens. */
const FILES = import.meta.glob<string>('../../../../../docs/ajuda/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function paginaOf(file: string, text: string): Pagina {
  const slug = /([\w-]+)\.md$/.exec(file)?.[1] ?? '';
  const [title, summary, ...blocks] = parseMarkdown(text);
  return {
    slug,
    titulo: title?.kind === 'heading' ? title.text : slug,
    resumo: summary?.kind === 'paragraph' ? textOf(summary.inlines) : '',
    blocks,
  };
}

export const PAGINAS: readonly Pagina[] = Object.entries(FILES).map(([file, text]) => paginaOf(file, text));

export const paginaAt = (slug: string) => PAGINAS.find((pagina) => pagina.slug === slug);
