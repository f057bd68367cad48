import type { Rolldown } from 'vite';

type Group = NonNullable<
  Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>['groups']
>[number];
type Context = Parameters<Exclude<Group['name'], string>>[1];

/** The modules whose static imports decide which chunk shared code goes to. */
const APP = '/src/routes/_app.tsx?tsr-split=component';
const LOGIN = '/src/features/acesso/login-page.tsx';
/** It shares a route, and so a file, with the login. */
const SIGN_UP = '/src/features/acesso/sign-up-page.tsx';
const MARCAS = '/src/features/marcas/marcas-page.tsx';
/** Any other register: what it shares with the marcas is what every register needs. */
const CLIENTES = '/src/features/clientes/clientes-page.tsx';
const PRODUTOS = '/src/features/produtos/produtos-page.tsx';
/** Lists that share parts of a row with the produtos. Alone, each such part would be a file of a few hundred bytes. */
const OTHER_LISTS = [
  '/src/features/anuncios/anuncios-page.tsx',
  '/src/features/fornecedores/fornecedores-page.tsx',
  '/src/features/inventario/inventario-page.tsx',
];

/** Routes of lists load it with their screen. */
const OF_ROUTES = '/src/lib/use-while-here.ts';

const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]([\w-]+)\./;

const EXPORTED_ICON = /export\s*\{([^}]*)\}\s*from\s*["']\.\/icons\/([\w-]+)\./g;
const IMPORTED_ICONS = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;

/** The names in the braces of an import or export: `Trash2` in `default as Trash2`, `Image` in `Image as Picture`. */
const namesIn = (list: string) =>
  list.split(',').map((each) =>
    each
      .trim()
      .replace(/^default as /, '')
      .replace(/ as .*$/, ''),
  );

/**
 * Puts code that is always loaded together into one chunk. Without these groups Rolldown makes a chunk for every
 * different set of screens that share a module: the first visit of a list would load 65 files instead of 15, and 16 kB
 * more, because small files compress badly.
 */
export function chunkGroups(root: string): Group[] {
  const closures = new Map<string, ReadonlySet<string>>();
  const icons = new Map<string, ReadonlySet<string>>();

  /** The modules that a page has loaded once it shows this module. */
  function closureOf(module: string, context: Context): ReadonlySet<string> {
    const known = closures.get(module);
    if (known) return known;
    const found = new Set<string>();
    const todo = [root + module];
    for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      const info = context.getModuleInfo(id);
      if (!info)
        throw new Error(`${id} is not part of the build: adjust the modules named in chunk-groups.ts.`);
      todo.push(...info.importedIds);
    }
    closures.set(module, found);
    return found;
  }

  /**
   * The files of the icons that a page shows with this module. The graph does not know them: it leads from every user of
   * an icon to the index of the library, and from there to all icons. An icon has several names.
   */
  function iconsOf(module: string, context: Context): ReadonlySet<string> {
    const known = icons.get(module);
    if (known) return known;
    const codes = [...closureOf(module, context)].map((id) => context.getModuleInfo(id)?.code ?? '');
    const files = new Map(
      codes.flatMap((code) =>
        Array.from(code.matchAll(EXPORTED_ICON), ([, names = '', file = '']) =>
          namesIn(names).map((name) => [name, file] as const),
        ).flat(),
      ),
    );
    const used = codes.flatMap((code) =>
      Array.from(code.matchAll(IMPORTED_ICONS), ([, names = '']) => namesIn(names)).flat(),
    );
    const found = new Set(used.map((name) => files.get(name) ?? ''));
    icons.set(module, found);
    return found;
  }

  const isOfRecords = (id: string) => id.includes('/src/records/');
  const isPartOfRow = (id: string) => /\/src\/(ui|records)\//.test(id);

  function nameOf(id: string, context: Context): string | null {
    const [, icon] = ICON.exec(id) ?? [];
    const isIn = (module: string) =>
      icon === undefined ? closureOf(module, context).has(id) : iconsOf(module, context).has(icon);
    if (isIn(APP)) return isIn(LOGIN) ? 'basis' : 'app';
    if (!isIn(PRODUTOS)) return isOfRecords(id) && isIn(MARCAS) && isIn(CLIENTES) ? 'register' : null;
    if (isIn(LOGIN)) return 'basis';
    if (isIn(MARCAS) || icon !== undefined) return 'list';
    return isPartOfRow(id) && OTHER_LISTS.some(isIn) ? 'list' : null;
  }

  /**
   * What several screens share of `lib`, and no screen whose first load has a limit (prove:web). Alone, each would be a file
   * of a few hundred bytes, whose name the first file lists for every screen that loads it.
   */
  const partOf = (id: string, context: Context): string | null => {
    if (!/\/src\/lib\//.test(id) || id.endsWith(OF_ROUTES)) return null;
    return [APP, LOGIN, SIGN_UP, MARCAS, PRODUTOS].some((module) => closureOf(module, context).has(id))
      ? null
      : 'lib';
  };

  return [
    {
      name: 'vendor',
      priority: 40,
      test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-query|query-core|store|react-store))[\\/]/,
    },
    { name: 'initial', priority: 30, tags: ['$initial'], includeDependenciesRecursively: false },
    { debugName: 'shared by screens', name: nameOf, priority: 20, includeDependenciesRecursively: false },
    {
      debugName: 'small parts',
      name: partOf,
      priority: 15,
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    {
      name: 'icons',
      priority: 10,
      minShareCount: 2,
      test: ICON,
    },
  ];
}
