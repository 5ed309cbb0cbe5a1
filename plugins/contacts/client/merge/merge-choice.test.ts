import { expect, test } from 'vitest';
import type { ContactDetails } from '../contact-row.ts';
import { chosenSides } from './merge-choice.ts';

const contact = (part: Partial<ContactDetails>): ContactDetails => ({
  id: 1,
  name: 'Ana',
  number: '5511987650001',
  email: '',
  profilePicUrl: null,
  origin: null,
  isGroup: false,
  extraInfo: [],
  mediaPath: null,
  mediaName: null,
  otherNumbers: [],
  merges: [],
  ...part,
});

test('A field without a choice has the value of the remaining contact, or the other contact’s where that is empty', () => {
  const pair = [
    contact({ name: '5511987650001', origin: 'GOOGLE' }),
    contact({ name: 'Bia', email: 'b@c.br', origin: 'OUTROS', mediaName: 'a.txt' }),
  ] as const;
  expect(chosenSides(pair, 0, {})).toEqual({ name: 1, number: 0, email: 1, origin: 0, media: 1 });
  expect(chosenSides(pair, 1, {})).toEqual({ name: 1, number: 1, email: 1, origin: 1, media: 1 });
  expect(chosenSides(pair, 0, { origin: 1, name: 0 })).toMatchObject({ origin: 1, name: 0 });
});
