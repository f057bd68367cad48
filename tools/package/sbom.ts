import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../stack.ts';
import { closureOf, type Installed } from './externals.ts';

/** The workspaces whose production dependencies the product contains. */
const WORKSPACES = ['apps/server', 'apps/web', 'packages/contract'];

export interface Component {
  type: 'library';
  name: string;
  version: string;
  purl: string;
  licenses?: { expression: string }[];
}

/**
 * The bill of materials of the product in CycloneDX: Node, and every package that the server and the web are built from.
 * A scanner compares it with known vulnerabilities. A package of which the bundler used nothing is listed too. An image
 * also contains files of Debian, its `further` components.
 */
export async function billOfMaterials(
  version: string,
  epoch: number,
  further: readonly Component[] = [],
): Promise<string> {
  const found = new Map<string, Installed>();
  for (const workspace of WORKSPACES) {
    const folder = join(ROOT, workspace);
    const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    const names = Object.keys(dependencies).filter((name) => !name.startsWith('@prumo/'));
    for (const each of await closureOf(names, folder)) found.set(`${each.name}@${each.version}`, each);
  }
  const components = [...found.values()]
    .map(
      ({ name, version: number, license }): Component => ({
        type: 'library',
        name,
        version: number,
        purl: `pkg:npm/${name.replace('@', '%40')}@${number}`,
        ...(license && { licenses: [{ expression: license }] }),
      }),
    )
    .sort((a, b) => (a.purl < b.purl ? -1 : 1));
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        timestamp: new Date(epoch * 1000).toISOString(),
        component: { type: 'application', name: 'prumo', version },
      },
      components: [
        {
          type: 'platform',
          name: 'node',
          version: process.versions.node,
          purl: `pkg:generic/node@${process.versions.node}`,
        },
        ...components,
        ...further,
      ],
    },
    null,
    2,
  )}\n`;
}
