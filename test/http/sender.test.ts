import { expect } from 'chai';
import { addressKey, senderAddress } from '../../server/identity/sender.ts';

const secret = new Uint8Array(32).fill(7);

describe('The sending address', () => {
  it("is the connection's own when no proxy is trusted, whatever a header says", () => {
    expect(senderAddress('10.0.0.1', '1.2.3.4', 0)).to.equal('10.0.0.1');
  });

  it('is the one that the outermost trusted proxy saw', () => {
    expect(senderAddress('10.0.0.1', '6.6.6.6, 1.2.3.4', 1)).to.equal('1.2.3.4');
    expect(senderAddress('10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', 2)).to.equal('1.2.3.4');
  });

  it("falls back to the connection's when the header holds no address", () => {
    expect(senderAddress('10.0.0.1', 'unknown', 1)).to.equal('10.0.0.1');
    expect(senderAddress('10.0.0.1', '', 1)).to.equal('10.0.0.1');
  });

  it('is the same over IPv4 and over IPv6 that maps it', () => {
    expect(senderAddress('::ffff:1.2.3.4', '', 0)).to.equal('1.2.3.4');
  });

  it('is counted by a keyed hash that does not show it', () => {
    const key = addressKey(secret, '1.2.3.4');
    expect(key).to.match(/^[\w-]{43}$/);
    expect(key).to.equal(addressKey(secret, '1.2.3.4'));
    expect(key).not.to.equal(addressKey(secret, '1.2.3.5'));
    expect(key).not.to.equal(addressKey(new Uint8Array(32), '1.2.3.4'));
  });

  it('counts an IPv6 /64 as one, however its addresses are written', () => {
    const key = addressKey(secret, '2001:db8:0:1::1');
    for (const same of ['2001:0db8:0000:0001:ffff:ffff:ffff:ffff', '2001:DB8:0:1::', '2001:db8:0:1:2::3%eth0']) {
      expect(addressKey(secret, same), same).to.equal(key);
    }
    expect(addressKey(secret, '2001:db8:0:2::1')).not.to.equal(key);
    expect(addressKey(secret, '::1')).to.equal(addressKey(secret, '0:0:0:0:1::'));
  });
});
