import { textLength } from '@balcao/sdk/client';
import type { Profile } from '@balcao/sdk/manifest';

export interface UserValues {
  name: string;
  email: string;
  /** Empty on a change: unchanged. */
  password: string;
  profile: Profile;
  /** A new person chooses their own password by a mailed link, or gets one from an admin. */
  entry: 'invite' | 'password';
  /** The password is valid for the first login only. */
  mustChangePassword: boolean;
}
export type UserFault = 'required' | 'tooShort' | 'tooLong' | 'invalidEmail';

const mail = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

const length = (text: string, min: number, max: number): UserFault | undefined =>
  text === ''
    ? 'required'
    : textLength(text, max) < min
      ? 'tooShort'
      : textLength(text, max) > max
        ? 'tooLong'
        : undefined;

/** Returns the faults of a person's fields, as locale keys under `fault`. */
export function userFaults(
  values: Pick<UserValues, 'name' | 'email' | 'password' | 'entry'>,
  isNew: boolean,
): Record<string, UserFault> {
  const email = values.email.trim();
  const found: Record<string, UserFault | undefined> = {
    name: length(values.name.trim(), 2, 50),
    email: email === '' ? 'required' : mail.test(email) ? undefined : 'invalidEmail',
    password:
      values.entry === 'password' && (isNew || values.password !== '') ? length(values.password, 8, 50) : undefined,
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, UserFault] => entry[1] !== undefined),
  );
}
