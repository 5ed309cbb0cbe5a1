import type { Scope } from '@balcao/sdk/server';

const nameOf = (connectionId: number): string => `account:${connectionId}:token`;

export const sealToken = ({ secrets }: Scope, connectionId: number, token: string): string =>
  secrets.box.seal(token, nameOf(connectionId));

/** Decrypts a token; '' for one that cannot be opened, as after a restore with another key: the company logs in again. */
export const openToken = ({ secrets, log }: Scope, connectionId: number, stored: string): string => {
  if (stored === '') return '';
  const token = secrets.box.open(stored, nameOf(connectionId));
  if (token === undefined) log.warn({ connection: connectionId }, 'account token could not be decrypted');
  return token ?? '';
};
