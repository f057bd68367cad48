import { aCep } from '../../../apps/sandbox/src/consultas/ceps.ts';
import { aCnpj } from '../../../apps/sandbox/src/consultas/empresas.ts';
import type { RouteEntry } from '../../../apps/server/src/platform/http/http.ts';
import {
  propertiesOf,
  refusedPaths,
  type Schema,
  schemaOf,
} from '../../../apps/server/src/testing/contract-schema.ts';
import type { Dice } from '../random.ts';
import type { Known } from './known.ts';
import { GOOD_PASSWORD } from './people.ts';

export type Fields = Record<string, unknown>;

export interface World {
  dice: Dice;
  known: Known;
  email: string;
  /** The address of the route, which decides which records and cursors fit. */
  url: string;
}

/** How often refused fields are drawn again. */
const ROUNDS = 15;

/**
 * Fields that the contract accepts. The first draft follows the schema. The contract may still refuse a field
 * for its check digits or because of a rule across fields. Such a field is drawn again from realistic values,
 * at most ROUNDS times.
 */
type Contract = NonNullable<RouteEntry['body']>;

export function validFields(type: Contract, world: World): Fields {
  const properties = propertiesOf(type);
  const required = new Set(schemaOf(type).required ?? []);
  const fields: Fields = {};
  for (const [name, schema] of Object.entries(properties))
    if (required.has(name) || world.dice.chance(0.4)) fields[name] = draft(name, schema, world);
  for (let round = 0; round < ROUNDS; round++) {
    const refused = refusedPaths(type, fields);
    if (refused.length === 0) break;
    for (const path of refused) {
      const [name = ''] = path.split('.');
      if (name in properties) fields[name] = likely(name, properties[name] ?? {}, world);
    }
  }
  return fields;
}

/**
 * A value for the field by its name and schema. A reference uses the id of a record from an earlier answer.
 */
function draft(name: string, schema: Schema, world: World): unknown {
  const { dice, known } = world;
  if (/senha/.test(name)) return GOOD_PASSWORD;
  if (name === 'cursor') return known.cursor(dice, world.url);
  if (schema.anyOf) {
    const [first] = schema.anyOf;
    return dice.chance(0.5) && schema.anyOf.some(({ type }) => type === 'null')
      ? null
      : draft(name, first ?? {}, world);
  }
  if (schema.oneOf) return draft(name, dice.pick(schema.oneOf), world);
  if (schema.enum) return dice.pick(schema.enum);
  if (schema.const !== undefined) return schema.const;
  if (schema.type === 'array') {
    const items = (Array.isArray(schema.items) ? schema.items[0] : schema.items) as Schema | undefined;
    const length = Math.max(schema.minItems ?? 0, dice.below(3));
    return Array.from({ length }, () => draft(name, items ?? {}, world));
  }
  if (schema.type === 'object') {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    return Object.fromEntries(properties.map(([key, each]) => [key, draft(key, each, world)]));
  }
  if (schema.type === 'boolean') return dice.chance(0.5);
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.max(schema.minimum ?? 0, 1) + dice.below(Math.min(20, (schema.maximum ?? 100) - 1));
  return textOf(name, schema, world);
}

function textOf(name: string, schema: Schema, { dice, known, email }: World): unknown {
  if (schema.format === 'uuid') {
    const stem = name === 'accountId' ? 'conta' : name.replace(/_?id$/, '') || name;
    return known.record(dice, stem === 'registro' ? '' : stem)?.id ?? dice.uuid();
  }
  if (schema.format === 'uri') return known.image(dice) ?? 'http://localhost:5173';
  if (schema.format === 'email' || name === 'email')
    return dice.chance(0.3) ? email : `p${dice.uuid()}@exemplo.com.br`;
  if (schema.format === 'date-time')
    return dice.pick(['2026-01-01T00:00:00Z', '2026-06-01T00:00:00-03:00', '2026-11-01T00:00:00Z']);
  if (schema.format === 'date') return dice.pick(['2026-01-01', '2026-11-16']);
  if (schema.pattern && new RegExp(schema.pattern).test('1.5'))
    return dice.pick(['0', '1', '10.50', '3', '99999.99']);
  const text = dice.pick(['Pastilha de freio', 'Óleo 5W30', 'açaí', 'x', 'Ação & Cia.', 'a-1']);
  return `${text} ${dice.below(100_000)}`.slice(0, schema.maxLength ?? 40);
}

/** A realistic value, for rules that a JSON schema cannot express. */
function likely(name: string, schema: Schema, world: World): unknown {
  const { dice } = world;
  return dice.pick([
    () => null,
    () => draft(name, schema, world),
    () =>
      dice.pick([
        '52998224725',
        '8d9',
        aCnpj(dice.below(9999)),
        aCep(dice.below(9999)),
        'SP',
        '11987654321',
        '1',
        '',
      ]),
    () =>
      dice.pick([
        '123456',
        'A'.repeat(43),
        GOOD_PASSWORD,
        'mercado-livre',
        'todos',
        'ISENTO',
        'https://exemplo.com.br/a.png',
      ]),
  ])();
}
