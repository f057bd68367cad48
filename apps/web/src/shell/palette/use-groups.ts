import { movimentos } from '@prumo/contract/movimentos.ts';
import { useSession } from '#lib/session/session.ts';
import { CADASTROS_NA_PALETA } from './cadastros.ts';
import { type Command, meantBy, readCommand } from './commands.ts';
import type { Found } from './palette-item.tsx';
import { matchingScreens } from './screens.ts';
import { useBalcao, useRegistros } from './use-found.ts';
import { useRecents } from './use-recents.ts';

export interface Group {
  label: string;
  items: Found[];
}

/** Everything that the typed text can mean, in the order in which the palette shows it. */
export function useGroups(text: string) {
  const direitos: readonly string[] = useSession().session?.empresa.direitos ?? [];
  const typed = readCommand(text);
  const mayMove = direitos.includes(movimentos.create.config.right);
  const movement = mayMove ? typed.movement : undefined;
  const commands = typed.commands.filter((command) => isAllowed(command, direitos));
  const balcao = useBalcao(text);
  const moved = useBalcao(movement?.busca ?? '');
  const registros = useRegistros(text);
  const recents = useRecents();
  const screens = matchingScreens(text, direitos);
  // Only the produtos of this text: those of an older one would be moved by mistake.
  const moves =
    movement && moved.isAnswered
      ? meantBy(moved.found).map((produto) => ({ move: { ...movement, produto } }))
      : [];

  const groups: Group[] = [
    { label: 'Recentes', items: text.trim() === '' ? recents.map((registro) => ({ registro })) : [] },
    { label: 'Produtos', items: balcao.found.map((produto) => ({ produto })) },
    { label: 'Comandos', items: [...moves, ...commands.map((command) => ({ command }))] },
    { label: 'Cadastros', items: registros.found.map((registro) => ({ registro })) },
    { label: 'Telas', items: screens.map((screen) => ({ screen })) },
  ].filter(({ items }) => items.length > 0);

  /**
   * The line that Enter opens before the answers are visible: the only one that the text can mean. Null when there is
   * none or there are several. Undefined when a read failed or the text changed meanwhile.
   */
  async function findCertain(): Promise<Found | null | undefined> {
    const [command, ...otherCommands] = commands;
    if (command) return otherCommands.length === 0 ? { command } : null;
    const produtos = await balcao.find();
    if (!produtos) return undefined;
    const [produto, second] = produtos;
    if (produto && (!second || (produto.codigo !== null && second.codigo === null))) return { produto };
    if (produto) return null;
    if (movement) {
      const found = await moved.find();
      const [meant, other] = meantBy(found ?? []);
      if (!found) return undefined;
      return meant && !other ? { move: { ...movement, produto: meant } } : null;
    }
    const [screen] = screens;
    if (screen) return { screen };
    const found = await registros.find();
    const [registro, another] = found ?? [];
    if (!found) return undefined;
    return registro && !another ? { registro } : null;
  }

  return {
    groups,
    findCertain,
    produtos: balcao.found,
    /** True when the text can be nothing but a command, and not the code of a produto. */
    isCommand: movement !== undefined || commands.length > 0 || typed.refusal !== undefined,
    refusal: mayMove ? typed.refusal : undefined,
    isAnswered: balcao.isAnswered && moved.isAnswered && registros.isAnswered,
    /** True when no later answer puts another line before the first one, so that Enter may open it. */
    isFirstKnown: balcao.isAnswered && moved.isAnswered && (balcao.found.length > 0 || registros.isAnswered),
    failure: balcao.failure ?? moved.failure ?? registros.failure,
  };
}

const isAllowed = (command: Command, direitos: readonly string[]) =>
  command.is !== 'novo' || direitos.includes(CADASTROS_NA_PALETA[command.cadastro].of.create.config.right);
