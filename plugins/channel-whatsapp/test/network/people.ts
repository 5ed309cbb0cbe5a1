import { generateSignalPubKey } from 'baileys';
import { Account } from './account.ts';
import { MediaServer } from './media-server.ts';
import { Person, type Bundle } from './person.ts';
import type { Group } from './queries.ts';

/** Everybody on the network, and their stored messages. */
export class People {
  readonly media = new MediaServer();
  readonly groups = new Map<string, Group>();
  readonly accounts = new Map<string, Account>();
  readonly #people = new Map<string, Person>();
  #next = 1;

  person(number: string): Person {
    const person = this.#people.get(number) ?? new Person(number);
    this.#people.set(number, person);
    return person;
  }
  account(number: string): Account {
    const account = this.accounts.get(number) ?? new Account(number);
    this.accounts.set(number, account);
    return account;
  }

  /** Returns the next number for ids of messages and queries. */
  count(): number {
    this.#next += 1;
    return this.#next;
  }
  newId(): string {
    return `3A${Date.now().toString(16).toUpperCase()}${String(this.count()).padStart(6, '0')}`;
  }

  close(): void {
    for (const person of this.#people.values()) person.close();
    this.media.close();
  }

  protected bundleFor({ bundle, preKeys }: Account): Bundle {
    if (!bundle) throw new Error('no device is linked');
    const preKey = preKeys.shift();
    const { keyId, publicKey, signature } = bundle.signedPreKey;
    return {
      registrationId: bundle.registrationId,
      identityKey: generateSignalPubKey(bundle.identityKey),
      signedPreKey: { keyId, publicKey: generateSignalPubKey(publicKey), signature },
      ...(preKey && { preKey: { keyId: preKey.keyId, publicKey: generateSignalPubKey(preKey.publicKey) } }),
    };
  }
}
