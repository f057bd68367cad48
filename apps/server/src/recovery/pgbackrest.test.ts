import { expect, test } from 'vitest';
import { type Backup, isWhole, restoreArguments, typeDue } from './pgbackrest.ts';

const NOW = new Date('2026-11-18T05:00:00Z');
const backup = (type: Backup['type'], hoursAgo: number, error = false): Backup => ({
  ...{ label: `${type}-${hoursAgo}`, type, error },
  timestamp: { stop: NOW.getTime() / 1000 - hoursAgo * 3600 },
});

test.each([
  ['there is no backup', [], 'full'],
  ['the full backup is six days old', [backup('full', 6 * 24)], 'diff'],
  ['the full backup is a week old, to some minutes', [backup('full', 7 * 24 - 0.1)], 'full'],
  ['the only full backup of the week has errors', [backup('full', 24, true)], 'full'],
  ['only differences are younger than a week', [backup('full', 9 * 24), backup('diff', 24)], 'full'],
])('when %s, the next one is %s', (_, backups, type) => expect(typeDue(backups, NOW)).toBe(type));

test('a restore to an instant names it in the form of PostgreSQL and ends with a database that accepts writes', () => {
  const at = new Date('2026-11-18T03:04:05.678-03:00');
  expect(restoreArguments({ at, timeline: null })).toEqual([
    '--delta',
    '--type=time',
    '--target=2026-11-18 06:04:05.678+00',
    '--target-action=promote',
    'restore',
  ]);
  expect(restoreArguments({ at: null, timeline: '3' })).toEqual([
    '--delta',
    '--target-timeline=3',
    'restore',
  ]);
});

test('a report of pgBackRest about a damaged file is no success, although its exit status is 0', () => {
  expect(
    isWhole('stanza: prumo\nstatus: ok\n  backup: 20261118F, status: valid, total files checked: 968'),
  ).toBe(true);
  expect(
    isWhole('stanza: prumo\nstatus: error\n  backup: 20261118F, status: invalid, total files checked: 968'),
  ).toBe(false);
  expect(isWhole('')).toBe(false);
});
