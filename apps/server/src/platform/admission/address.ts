import ipaddr from 'ipaddr.js';

/** A subscriber has at least a /64 of IPv6 addresses, so all addresses of a /64 count as one network. */
export const network = (address: string): string => prefixOf(address, 64);

/**
 * The largest network that one customer of a provider is likely to hold: an IPv4 address, or an IPv6 /48.
 * Admission computes fair shares per site.
 */
export const site = (address: string): string => prefixOf(address, 48);

/** Returns one spelling of an address. An IPv4-mapped IPv6 address becomes its IPv4 address. */
export const plainAddress = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;

/**
 * The networks that contain an address, the smallest first. A provider gives a subscriber an IPv6 /64, /56 or
 * /48. Rate limits count all three, so the holder of a /48 gets no new allowance by changing to another /64
 * of it.
 */
export function networksOf(address: string): readonly string[] {
  const networks = PREFIXES.map((bits) => prefixOf(address, bits));
  return [...new Set(networks)];
}

const PREFIXES = [64, 56, 48] as const;

/**
 * Returns the network of an address. An IPv4 address stays whole, also when it is written as an IPv4-mapped
 * IPv6 address. Every network has one spelling.
 */
function prefixOf(address: string, bits: (typeof PREFIXES)[number]): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const kept = parsed.toByteArray().map((byte, n) => (n * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(kept)}/${bits}`;
}
