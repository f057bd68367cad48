import { type Screen, screensFor } from './screens.ts';

/** The letter that opens each screen after G. A test compares it with the menu. */
const LETTERS: Readonly<Record<Screen['link']['to'], string>> = {
  '/': 'd',
  '/vendas/pedidos': 'o',
  '/vendas/anuncios': 't',
  '/vendas/balcao': 'b',
  '/vendas/margem': 's',
  '/cadastros/marca': 'm',
  '/cadastros/categoria': 'c',
  '/cadastros/clientes': 'l',
  '/cadastros/fornecedores': 'f',
  '/cadastros/vendedores': 'v',
  '/catalogo/produtos': 'p',
  '/catalogo/inventario': 'i',
  '/configuracao/deposito': 'e',
  '/configuracao/integracoes': 'n',
  '/configuracao/equipe': 'q',
  '/configuracao/atividade': 'a',
  '/configuracao/dados': 'r',
  '/perfil': 'u',
  '/ajuda': 'j',
};

export interface Jump {
  keys: string;
  screen: Screen;
}

/** The screens that the person may open, each with its keys. */
export const jumpsFor = (direitos: readonly string[]): Jump[] =>
  screensFor(direitos).map((screen) => ({ keys: `g${LETTERS[screen.link.to]}`, screen }));

/** Shows all keys. */
export const HELP = '?';

/** The other keys, for the list of all. The places that react to them are named beside each. */
export const OTHER_KEYS: readonly { keys: readonly string[]; does: string }[] = [
  // use-jumps.ts
  { keys: ['?'], does: 'Mostra estes atalhos' },
  // command-palette-state.ts
  { keys: ['Ctrl', 'K'], does: 'Busca, abre e comanda' },
  // sidebar-state.ts
  { keys: ['Ctrl', 'B'], does: 'Abre e fecha o menu' },
  // ui/toaster.tsx
  { keys: ['Alt', 'T'], does: 'Vai para os avisos' },
  // records/next-record.tsx
  { keys: ['Ctrl', 'Enter'], does: 'Em um cadastro novo: salva e abre o próximo' },
  { keys: ['Esc'], does: 'Fecha o que está aberto por cima' },
];
