import type { Scope } from '@balcao/sdk/server';

const nameOf = (connectionId: number, field: string): string => `account:${connectionId}:${field}`;

export const seal = ({ secrets }: Scope, connectionId: number, field: string, text: string): string =>
  text === '' ? '' : secrets.box.seal(text, nameOf(connectionId, field));

/**
 * Decrypts a secret. One that cannot be opened, as after a restore with another key, counts as absent: the company
 * enters it again.
 */
export const open = ({ secrets, log }: Scope, connectionId: number, field: string, stored: string): string => {
  if (stored === '') return '';
  const text = secrets.box.open(stored, nameOf(connectionId, field));
  if (text === undefined) log.warn({ connection: connectionId, field }, 'account secret could not be decrypted');
  return text ?? '';
};
