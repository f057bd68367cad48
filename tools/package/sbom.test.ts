import { expect, test } from 'vitest';
import { billOfMaterials } from './sbom.ts';

test('the bill of materials lists Node and every package of server and web with its version, the same each time', async () => {
  const text = await billOfMaterials('0.1', 1_763_430_000);
  expect(await billOfMaterials('0.1', 1_763_430_000)).toBe(text);
  const { bomFormat, metadata, components } = JSON.parse(text) as {
    bomFormat: string;
    metadata: { timestamp: string };
    components: { name: string; version: string; purl: string; licenses?: { expression: string }[] }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata.timestamp).toBe('2025-11-18T01:40:00.000Z');
  const names = components.map(({ name }) => name);
  // Node, a package of the server, one of the web, one that another needs, and one that is not bundled.
  expect(names).toEqual(expect.arrayContaining(['node', 'fastify', 'react-dom', 'avvio', 'sharp']));
  expect(names).not.toContain('vitest');
  expect(components.find(({ name }) => name === '@node-rs/argon2')?.purl).toMatch(
    /^pkg:npm\/%40node-rs\/argon2@\d/,
  );
});

test('every licence goes together with that of the product', async () => {
  const { components } = JSON.parse(await billOfMaterials('0.1', 0)) as {
    components: { name: string; licenses?: { expression: string }[] }[];
  };
  const ACCEPTED =
    /^\(?((MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|LGPL-3\.0(-or-later)?|MPL-2\.0|Unlicense|CC0-1\.0|BlueOak-1\.0\.0|Python-2\.0|OFL-1\.1|MIT-0)( (OR|AND) )?)+\)?$/;
  const other = components
    .filter(({ name }) => name !== 'node')
    .filter(({ licenses }) => !ACCEPTED.test(licenses?.[0]?.expression ?? ''))
    .map(({ name, licenses }) => `${name}: ${licenses?.[0]?.expression}`);
  expect(other).toEqual([]);
});
