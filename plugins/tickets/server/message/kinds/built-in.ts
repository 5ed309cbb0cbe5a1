import { z } from '@balcao/sdk/server';
import type { ContactsData, LocationData } from '@balcao/connections/contract';
import type { MessageKind } from '../../../contract.ts';

/** Text that is cut where it is too long, so that a message is not lost for it. */
const line = (max: number) =>
  z.string().transform((text) => text.replaceAll('\0', '').slice(0, max).toWellFormed().trim());

/** Maximum number of characters in all cards of one message: live updates have a size limit. */
const maxLetters = 60_000;

interface Card {
  name: string;
  numbers: string[];
}
const asManyAsFit = (cards: Card[]): Card[] => {
  let left = maxLetters;
  return cards.slice(0, 200).filter(({ name, numbers }) => (left -= name.length + numbers.join('').length) >= 0);
};

/**
 * Returns the name of a card. A card without a name takes its number, and that name is not masked in lists and search.
 */
const shownName = ({ name }: { name: string }): string =>
  /^[+0-9 ().-]{6,}$/.test(name) ? name.slice(-4).padStart(name.length, '*') : name;

type LocationFields = Omit<LocationData, 'kind'>;
type Cards = Omit<ContactsData, 'kind'>;

/** Names and addresses come from outside, so all fields are cleaned. */
export const builtInKinds: readonly MessageKind[] = [
  {
    id: 'location' satisfies LocationData['kind'],
    schema: z.object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      name: line(500).optional(),
      address: line(1000).optional(),
    }),
    text: ({ name, address, latitude, longitude }: LocationFields) =>
      [name, address].filter(Boolean).join(', ') || `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
  },
  {
    id: 'contacts' satisfies ContactsData['kind'],
    schema: z.object({
      contacts: z
        .array(z.object({ name: line(200), numbers: z.array(line(50)).transform((list) => list.slice(0, 20)) }))
        .min(1)
        .transform(asManyAsFit),
    }),
    text: ({ contacts }: Cards) => contacts.map(shownName).join(', '),
    // Its schema cuts the fields itself.
    maxBytes: Infinity,
  },
];
