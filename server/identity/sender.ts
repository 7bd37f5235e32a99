import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * The address that a request came from, behind `proxies` trusted ones: each appends what it saw to X-Forwarded-For,
 * so only the last `proxies` entries can be believed. `socket` is the connection's own remote address.
 */
export function senderAddress(socket: string, forwarded: string, proxies: number): string {
  const chain = [...forwarded.split(',').map((entry) => entry.trim()), socket].filter((entry) => entry !== '');
  const sender = chain.at(-1 - proxies) ?? chain[0] ?? '';
  const address = sender.startsWith('::ffff:') && isIPv4(sender.slice(7)) ? sender.slice(7) : sender;
  return isIPv4(address) || isIPv6(address) ? address : socket;
}

/** A name for the address that tells nobody the address. One household holds a whole IPv6 /64, so that is what counts. */
export function addressKey(secret: Uint8Array, address: string): string {
  const counted = isIPv6(address) ? network64(address) : address;
  return createHmac('sha256', secret).update(counted).digest('base64url');
}

/** The first four groups of an IPv6 address, written in full. */
function network64(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const known = groups(head);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - known.length - groups(tail).length);
  const all = [...known, ...Array<string>(zeros).fill('0'), ...groups(tail)];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
