import { expect, test } from 'vitest';
import { network, networksOf, site } from './address.ts';

test('an IPv4 address is its own network, also when it is written as an IPv4-mapped IPv6 address', () => {
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7']) {
    expect(networksOf(address)).toEqual(['203.0.113.7']);
    expect(site(address)).toBe('203.0.113.7');
  }
});

test('an IPv6 address counts in its /64, its /56 and its /48', () => {
  expect(networksOf('2001:db8:12:3456::1')).toEqual([
    '2001:db8:12:3456::/64',
    '2001:db8:12:3400::/56',
    '2001:db8:12::/48',
  ]);
  expect(site('2001:db8:12:3456::1')).toBe('2001:db8:12::/48');
});

test('two addresses in one /56 share the /56 and the /48, and addresses outside share neither', () => {
  const [first64, first56, first48] = networksOf('2001:db8:12:3456::1');
  const [other64, other56, other48] = networksOf('2001:db8:12:34ff:1:2:3:4');
  expect(other64).not.toBe(first64);
  expect(other56).toBe(first56);
  expect(other48).toBe(first48);
  expect(networksOf('2001:db8:12:3500::1')[1]).not.toBe(first56);
  expect(networksOf('2001:db8:13::1')[2]).not.toBe(first48);
  expect(networksOf('2001:db8:1:12::1')[1]).toBe('2001:db8:1::/56');
  expect(networksOf('2001:db8:1:34::1')[1]).toBe('2001:db8:1::/56');
});

test('every spelling of an IPv6 address gives the same spelling of its networks', () => {
  for (const same of ['2001:db8::1', '2001:0DB8:0:0::9', '2001:db8:0000:0000:1:2:3:4', '2001:db8::5%eth0'])
    expect(networksOf(same)).toEqual(['2001:db8::/64', '2001:db8::/56', '2001:db8::/48']);
  expect(network('2001:db8::1')).toBe('2001:db8::/64');
});

test('a text that is no address, such as the path of a socket, is its own network', () => {
  expect(networksOf('/run/prumo.sock')).toEqual(['/run/prumo.sock']);
});
