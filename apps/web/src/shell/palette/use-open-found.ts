import { useMatch, useNavigate, useRouter } from '@tanstack/react-router';
import { openDialog } from '#lib/dialogs/dialog-history.ts';
import { wordOf } from '#lib/dialogs/stack.ts';
import { useSignOut } from '#lib/session/sign-out.ts';
import { chooseTheme } from '#lib/theme.ts';
import { NOVO } from '#records/list/list-search.ts';
import { CADASTROS_NA_PALETA } from './cadastros.ts';
import type { Command } from './commands.ts';
import type { Found } from './palette-item.tsx';

/** Opens a line of the palette: a screen, a record, or the form that a command fills in. */
export function useOpenFound() {
  const navigate = useNavigate();
  const router = useRouter();
  const isOnProdutos = useMatch({ from: '/_app/catalogo/produtos', shouldThrow: false }) !== undefined;
  const [, signOut] = useSignOut();

  function run(command: Command) {
    if (command.is === 'sair') signOut();
    else if (command.is === 'tema') chooseTheme(command.tema);
    else if (command.is === 'atalhos') openDialog(router, [], 'atalhos');
    else {
      const { cadastro, nome } = command;
      const search = nome ? { dialogo: wordOf('cadastrar', [nome]) } : { abrir: NOVO };
      void navigate({ to: CADASTROS_NA_PALETA[cadastro].to, search });
    }
  }

  return function open({ produto, move, command, registro, screen }: Found) {
    // On the list of produtos its filter stays, and the produto takes the place of an open one.
    if (produto && isOnProdutos) openDialog(router, [], wordOf('abrir', [produto.id]));
    else if (produto) void navigate({ to: '/catalogo/produtos', search: { abrir: produto.id } });
    if (move) {
      const { tipo, quantidade = '' } = move;
      openDialog(router, [], wordOf('movimento', [move.produto.id, tipo, quantidade]));
    }
    if (registro) {
      const { cadastro, id } = registro;
      void navigate({ to: CADASTROS_NA_PALETA[cadastro].to, search: { abrir: id } });
    }
    if (command) run(command);
    if (screen) void navigate(screen.link);
  };
}
