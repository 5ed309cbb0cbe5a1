import type { Translate } from '@balcao/sdk/client';

export interface ContactValues {
  name: string;
  number: string;
  email: string;
}
export type ContactFaults = Partial<Record<keyof ContactValues, string>>;

const mail = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** Only digits count; people paste numbers with all sorts between them. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** What is wrong with a contact's fields, as locale keys under `contact.fault`. `number` undefined: it is not asked. */
export function contactFaults({
  name,
  number,
  email,
}: Omit<ContactValues, 'number'> & { number?: string }): ContactFaults {
  const faults: ContactFaults = {};
  const length = name.trim().length;
  if (length === 0) faults.name = 'required';
  else if (length < 2) faults.name = 'nameShort';
  else if (length > 50) faults.name = 'nameLong';
  if (number !== undefined) {
    if (digitsOf(number).length < 8) faults.number = 'numberShort';
    else if (digitsOf(number).length > 50) faults.number = 'numberLong';
  }
  if (email.trim() !== '' && !mail.test(email.trim())) faults.email = 'email';
  return faults;
}

export const faultTexts = (faults: ContactFaults, t: Translate): ContactFaults =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, t(`contact.fault.${fault}`)]));
