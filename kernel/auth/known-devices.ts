import { randomBytes } from 'node:crypto';
import { equalsInConstantTime, sign } from './derived-keys.ts';

/** Name of the cookie that proves a former login on this device. */
export const deviceCookie = 'jrd';
export const deviceCookieDays = 180;
/** Most people who share one device. */
const maxPeople = 5;

/**
 * Devices on which people signed in. Somebody who guesses a password from elsewhere has none of them, so wrong
 * guesses do not lock the person out on their own device.
 */
export class KnownDevices {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Returns the name of the device when the cookie proves that the person with this e-mail signed in there. */
  deviceOf(cookie: string | undefined, email: string): string | undefined {
    return this.#entries(cookie).find(([device, proof]) => this.#isProof(device, proof, email))?.[0];
  }

  /** Returns the cookie after a login. Other people who use the device stay known on it. */
  withLogin(cookie: string | undefined, email: string): string {
    const device = this.deviceOf(cookie, email) ?? randomBytes(12).toString('base64url');
    const others = this.#entries(cookie).filter(([name, proof]) => !this.#isProof(name, proof, email));
    const proof = this.#proof(device, email).toString('base64url');
    return [[device, proof], ...others.slice(0, maxPeople - 1)].map((entry) => entry.join('.')).join('~');
  }

  #entries(cookie = ''): [device: string, proof: string][] {
    return cookie
      .slice(0, 1000)
      .split('~')
      .flatMap((entry) => {
        const [, device, proof] = /^([\w-]{16})\.([\w-]{43})$/.exec(entry) ?? [];
        return device !== undefined && proof !== undefined ? [[device, proof] as [string, string]] : [];
      })
      .slice(0, maxPeople);
  }

  #isProof(device: string, proof: string, email: string): boolean {
    return equalsInConstantTime(Buffer.from(proof, 'base64url'), this.#proof(device, email));
  }

  #proof(device: string, email: string): Buffer {
    return sign(this.#key, `${device} ${email.trim().toLowerCase()}`);
  }
}
