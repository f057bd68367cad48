import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../apps/server/src/commands.ts';
import { CHECKS } from '../../apps/server/src/doctor/checks.ts';
import { placesOf } from '../../apps/server/src/platform/admission/places.ts';
import { readConfig, SECRET_SETTINGS } from '../../apps/server/src/platform/config.ts';
import '../../apps/server/src/platform/metrics/metrics.ts';
import { declared } from '../../apps/server/src/platform/metrics/registry.ts';
import { FIGURES } from './figures.ts';
import { LIMITS } from './limits.ts';
import { codeOf, flowing, ROOT, rowsUnder, textOf } from './reading.ts';
import { keptRows, removedRows } from './retention.ts';

const DOCUMENTS = ['*.md', 'apps/*/*.md', 'docs/**/*.md', 'proofs/**/*.md']
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .sort();

describe('every document', () => {
  const longest = 200;

  test.each(DOCUMENTS)('%s has no line above 200 characters', (path) => {
    const lines = textOf(path).split('\n');
    expect(lines.filter((line) => line.length > longest && !/^\s*\|/.test(line))).toEqual([]);
  });

  test.each(DOCUMENTS)('%s has only links that resolve', (path) => {
    expect(linksOf(path).filter((link) => !resolves(path, link))).toEqual([]);
  });

  test.each(DOCUMENTS)('%s names only ADRs that exist', (path) => {
    const named = textOf(path).matchAll(/ADR (\d{4})/g);
    const missing = [...named].filter(
      ([, number]) => globSync(`docs/adr/${number}-*.md`, { cwd: ROOT }).length !== 1,
    );
    expect(missing.map(([name]) => name)).toEqual([]);
  });
});

function linksOf(path: string): string[] {
  const withoutCode = textOf(path).replaceAll(/```[\s\S]*?```|`[^`\n]*`(?!\])/g, '');
  return [...withoutCode.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target));
}

function resolves(path: string, link: string): boolean {
  // The pages of ajuda link to screens.
  if (link.startsWith('/')) return textOf('apps/web/src/routeTree.gen.ts').includes(`| '${link}'`);
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path : join(dirname(path), file);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || headingsOf(target).includes(anchor);
}

/** The anchors that GitHub gives the headings of a document. */
const headingsOf = (path: string): string[] =>
  [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('docs/retention.md states', () => {
  test('every term as the code declares it', () => {
    expect(rowsUnder('docs/retention.md', 'Removed')).toEqual(removedRows());
  });

  test('every table that is kept, with the reason', () => {
    expect(rowsUnder('docs/retention.md', 'Kept')).toEqual(keptRows());
  });
});

describe('docs/operations.md states', () => {
  const required = {
    DATABASE_URL: 'postgres://localhost/prumo',
    AUTH_DATABASE_URL: 'postgres://localhost/prumo',
    SECRET_KEYS: '{"atual":"a","chaves":{"a":"AAAA"}}',
    PUBLIC_URL: 'https://prumo.test',
    MEDIA_URL: 'https://media.test',
    SMTP_URL: 'smtps://mail.test',
    MAIL_FROM: 'Prumo <a@prumo.test>',
    STORAGE: '{"driver":"fs","root":"/tmp"}',
  };
  const config: Record<string, unknown> = readConfig(required);
  const names = [...textOf('apps/server/src/platform/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
    ([, name = '']) => name,
  );

  test('every setting with its default', () => {
    const stated = rowsUnder('docs/operations.md', 'Settings').map(([name = '', value = '']) => [
      name,
      value,
    ]);
    const expected = names.map((name) => [`\`${name}\``, defaultOf(name)]);
    expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(expected));
  });

  function defaultOf(name: string): string {
    if (name in required) return '—';
    const value = config[name];
    if (name === 'IMAGE_QUOTA_BYTES') return `${Number(value) / 1024 ** 3} GiB`;
    if (name === 'API_DOCS') return 'off in production';
    if (name === 'MERCADO_LIVRE_NOTIFICATION_ADDRESSES') return 'any';
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
    if (typeof value === 'boolean') return value ? 'on' : 'off';
    return typeof value === 'number' ? String(value) : `\`${[value].flat().join(', ')}\``;
  }

  test('exactly the settings that are secrets', () => {
    const stated =
      flowing('docs/operations.md').split('**Secrets come from files.**')[1]?.split(' are secrets')[0] ?? '';
    expect([...stated.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name).sort()).toEqual(
      [...SECRET_SETTINGS].sort(),
    );
  });

  test('every limit as the code sets it', () => {
    const stated = rowsUnder('docs/operations.md', 'Limits').map(([name = '', value = '']) => [name, value]);
    expect(Object.fromEntries(stated)).toEqual(LIMITS());
  });

  test('every kind of job that the clock starts, with its schedule', () => {
    const stated = rowsUnder('docs/operations.md', 'Jobs').map(([name, cron]) => `${name} ${cron}`);
    const kinds = codeOf('apps/server/src/modules/**/*.job.ts').flatMap((text) =>
      text.split('defineJob(').slice(1),
    );
    const scheduled = kinds.flatMap((kind) => {
      const [name, cron] = [/name: '([^']+)'/.exec(kind)?.[1], /cron: '([^']+)'/.exec(kind)?.[1]];
      return cron === undefined ? [] : `\`${name}\` \`${cron}\``;
    });
    expect(stated.sort()).toEqual(scheduled.sort());
  });

  test('every command of prumo, and every check of its doctor', () => {
    const commands = rowsUnder('docs/operations.md', 'Processes').map(([name = '']) => name);
    expect(commands).toEqual(expect.arrayContaining(COMMANDS.map(({ name }) => name)));
    const checks = rowsUnder('docs/operations.md', 'Doctor').map(([name]) => name);
    expect(checks).toEqual(['Node', 'settings', ...CHECKS.map(({ name }) => name)]);
  });

  test.each(rowsUnder('docs/operations.md', 'Logs').map(([message = '']) => message.replaceAll('`', '')))(
    'a log message that the server writes: %s',
    (message) =>
      expect(codeOf('apps/server/src/**/*.ts').some((text) => text.includes(`'${message}'`))).toBe(true),
  );

  test.each(
    [...textOf('docs/operations.md').matchAll(/^\| \d{3} '([^']+)'/gm)].map(([, answer = '']) => answer),
  )('a refusal that the server answers: %s', (answer) =>
    expect(codeOf('apps/server/src/platform/**/*.ts').some((text) => text.includes(answer))).toBe(true),
  );

  test('every metric with its labels', () => {
    const stated = rowsUnder('docs/operations.md', 'Metrics').filter(([name = '']) =>
      name.startsWith('`prumo_'),
    );
    const expected = [...declared].map(([name, { labels }]) => [
      `\`${name}\``,
      Object.keys(labels).join(', '),
    ]);
    expect(Object.fromEntries(stated.map(([name = '', labels = '']) => [name, labels]))).toEqual(
      Object.fromEntries(expected),
    );
  });

  test('the number of places of each gate', () => {
    const stated = rowsUnder('docs/operations.md', 'Overload').slice(4);
    const { tenants, expensive, summary, heavy, sessions } = placesOf(Number(config['DATABASE_POOL']));
    const accounts = /ACCOUNT_PLACES = (\d+)/.exec(
      textOf('apps/server/src/platform/admission/admission.ts'),
    )?.[1];
    expect(stated.map(([, value]) => Number(value))).toEqual(
      [tenants, expensive, summary, heavy, sessions, accounts].map(Number),
    );
  });
});

test.each(FIGURES)('$doc says "$words", as $file sets it', ({ file, says, doc, words }) => {
  expect(textOf(file), `${file} does not match ${says}`).toMatch(says);
  expect(flowing(doc)).toContain(words);
});

test('docs/proofs.md has a row and a page for every proof', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const proofs = Object.keys(scripts).filter((name) => name.startsWith('prove:'));
  const rows = rowsUnder('docs/proofs.md', 'Proofs').map(([, command = '']) => command);
  expect(proofs.filter((name) => !rows.some((row) => row.startsWith(`[\`pnpm ${name}`)))).toEqual([]);
});

test('docs/dependencies.md states every package with its version', () => {
  const rows = textOf('docs/dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const packages = [
    'package.json',
    'apps/sandbox/package.json',
    'apps/server/package.json',
    'apps/web/package.json',
    'packages/contract/package.json',
  ];
  const missing = packages.flatMap((path) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(textOf(path)) as Record<
      string,
      Record<string, string>
    >;
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !version.startsWith('workspace:'))
      .filter(([name, version]) => !rows.some((row) => row.includes(name) && row.includes(version)))
      .map(([name, version]) => `${path}: ${name} ${version}`);
  });
  expect(missing).toEqual([]);
});

test('docs/security.md names only ASVS numbers that a test carries', () => {
  const rows = rowsUnder('docs/security.md', 'The identity checklist');
  const held = rows.filter(([, by = '']) => by.includes('.test.ts') && !by.startsWith('Not identity'));
  const tests = codeOf('apps/**/*.test.ts').join('\n');
  const missing = held.filter(([numbers = '']) => !tests.includes(`ASVS ${/[\d.]+\d/.exec(numbers)?.[0]}`));
  expect(missing.map(([numbers]) => numbers)).toEqual([]);
});
