import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { countOf, type Measure } from '../kit/figures.ts';
import { type Dice, diceOf } from '../kit/random.ts';
import { choice, type Empresa, foot, openTab, type Screen } from './browser.ts';

/** A tab of the browser with what it has saved. */
interface Tab {
  page: Page;
  empresa: Empresa;
  /** A text in the name of every record that this tab saves. */
  tag: string;
  dice: Dice;
  /** The names of the marcas that exist after the operations so far, and whether each has a logo. */
  marcas: Map<string, boolean>;
  made: number;
}

const LOGO = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#3355aa' } })
  .png()
  .toBuffer();

/**
 * Two tabs of one browser work in two empresas at the same time. Each carries out random operations on the screen. A
 * third tab switches between the empresas all the while, which changes the empresa that the session used last. Then
 * no record of a tab may be in the other empresa, and each empresa has exactly what its tab did.
 */
export async function tabs(screen: Screen, operations: number, seed: number): Promise<Measure[]> {
  const pair = await Promise.all(
    screen.empresas.map(
      async (empresa, n): Promise<Tab> => ({
        ...{ page: await openTab(screen, empresa), empresa, tag: `Aba ${'AB'[n]}`, dice: diceOf(seed + n) },
        ...{ marcas: new Map(), made: 0 },
      }),
    ),
  );
  const kinds = new Map<string, number>();
  let isWorking = true;
  const disturbance = (async () => {
    const page = await openTab(screen, screen.empresas[0]);
    let count = 0;
    for (; isWorking; count++) {
      const empresa = screen.empresas[(count + 1) % 2 === 0 ? 0 : 1];
      await foot(page).click();
      await choice(page, empresa).click();
      await foot(page).filter({ hasText: empresa.nome }).waitFor();
    }
    await page.close();
    return count;
  })();
  const failed: string[] = [];
  const work = pair.map(async (tab) => {
    for (let n = 0; n < operations; n++) {
      const kind = chosen(tab);
      await OPERATIONS[kind](tab);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  });
  for (const { reason } of (await Promise.allSettled(work)).filter((each) => each.status === 'rejected'))
    failed.push(String(reason).slice(0, 300));
  isWorking = false;
  const switched = await disturbance;
  const strayed = (await Promise.all(pair.map((tab) => strayedOf(screen, tab)))).flat();
  const differing = (await Promise.all(pair.map((tab) => differenceOf(screen, tab)))).flat();
  await Promise.all(pair.map(({ page }) => page.close()));
  const size = `2 tabs × ${operations} operations (${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')}), ${switched} switches in a third tab, --seed=${seed}`;
  return [
    countOf('records of a tab in the other empresa', strayed, size),
    countOf('operations that the screen did not finish', failed),
    countOf('differences between an empresa and what its tab did', differing),
  ];
}

const WEIGHTS = [
  { value: 'create', weight: 4 },
  { value: 'create with a logo', weight: 2 },
  { value: 'rename', weight: 2 },
  { value: 'remove', weight: 1 },
  { value: 'remove and undo', weight: 2 },
  { value: 'reload', weight: 1 },
] as const;

function chosen({ dice, marcas }: Tab): keyof typeof OPERATIONS {
  const kind = dice.weighted(WEIGHTS);
  return marcas.size === 0 && /rename|remove/.test(kind) ? 'create' : kind;
}

const OPERATIONS = {
  create: (tab: Tab) => create(tab, false),
  'create with a logo': (tab: Tab) => create(tab, true),
  async rename(tab: Tab) {
    const { page, marcas } = tab;
    const nome = oneOf(tab);
    const to = newName(tab);
    await find(page, nome);
    await page.getByRole('button', { name: `Editar ${nome}`, exact: true }).click();
    await dialogOf(page).getByLabel('Marca *').fill(to);
    await dialogOf(page).getByRole('button', { name: 'Atualizar' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
    marcas.set(to, marcas.get(nome) ?? false);
    marcas.delete(nome);
  },
  async remove(tab: Tab) {
    const nome = oneOf(tab);
    await remove(tab.page, nome);
    tab.marcas.delete(nome);
  },
  async 'remove and undo'(tab: Tab) {
    const { page } = tab;
    const nome = oneOf(tab);
    await remove(page, nome);
    const undone = page.waitForResponse((response) => response.url().includes('/desfazer'));
    await page.getByRole('button', { name: 'Desfazer' }).first().click();
    await (await undone).finished();
    await rowOf(page, nome).waitFor();
  },
  async reload({ page, empresa }: Tab) {
    await page.reload();
    await foot(page).filter({ hasText: empresa.nome }).waitFor();
  },
};

async function create(tab: Tab, hasLogo: boolean): Promise<void> {
  const { page, marcas } = tab;
  const nome = newName(tab);
  await page.goto('/cadastros/marca');
  await page.getByRole('button', { name: 'Nova Marca' }).click();
  await dialogOf(page).getByLabel('Marca *').fill(nome);
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: LOGO };
  if (hasLogo) await dialogOf(page).locator('input[type="file"]').setInputFiles(file);
  await dialogOf(page).getByRole('button', { name: 'Cadastrar' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  marcas.set(nome, hasLogo);
}

async function remove(page: Page, nome: string): Promise<void> {
  await find(page, nome);
  await page.getByRole('button', { name: `Excluir ${nome}`, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await rowOf(page, nome).waitFor({ state: 'detached' });
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const rowOf = (page: Page, nome: string) => page.getByRole('row').filter({ hasText: nome });

async function find(page: Page, nome: string): Promise<void> {
  await page.goto(`/cadastros/marca?busca=${encodeURIComponent(nome)}`);
  await rowOf(page, nome).waitFor();
}

const oneOf = ({ dice, marcas }: Tab) => dice.pick([...marcas.keys()]);
/** The number has a fixed width, so that no name is part of another. */
const newName = (tab: Tab) => `${tab.tag} ${String(++tab.made).padStart(4, '0')}`;

/** Searches every table of an empresa for the tag of the tab, in the rows of every other empresa. */
async function strayedOf({ admin }: Screen, { tag, empresa }: Tab): Promise<string[]> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
     where column_name = 'empresa_id' and table_schema in ('public', 'auth') order by 1`,
  );
  const findings: string[] = [];
  for (const { name } of tables) {
    const { rows } = await admin.query<{ text: string }>(
      `select to_jsonb(t)::text as text from ${name} t where t.empresa_id <> $1 and to_jsonb(t)::text like $2`,
      [empresa.id, `%${tag} %`],
    );
    findings.push(...rows.map(({ text }) => `${name}: ${text.slice(0, 200)}`));
  }
  return findings;
}

async function differenceOf({ admin }: Screen, { empresa, marcas }: Tab): Promise<string[]> {
  const { rows } = await admin.query<{ nome: string; has_logo: boolean }>(
    `select m.nome, a.id is not null as has_logo from marcas m
     left join arquivos a on a.empresa_id = m.empresa_id and a.id = m.logo_arquivo_id where m.empresa_id = $1`,
    [empresa.id],
  );
  const stored = new Map(rows.map(({ nome, has_logo }) => [nome, has_logo]));
  const names = new Set([...stored.keys(), ...marcas.keys()]);
  return [...names]
    .filter((nome) => stored.get(nome) !== marcas.get(nome))
    .map((nome) => `${empresa.nome}, ${nome}: logo ${stored.get(nome)} instead of ${marcas.get(nome)}`);
}
