import type { ContactDetails } from '../contact-row.ts';

export const mergeFields = ['name', 'number', 'email', 'origin', 'media'] as const;
export type MergeField = (typeof mergeFields)[number];
export type Side = 'kept' | 'other';

const isFilled = (contact: ContactDetails, field: MergeField): boolean =>
  field === 'media'
    ? contact.mediaName !== null
    : field === 'name'
      ? contact.name !== contact.number
      : (contact[field] ?? '') !== '';

/**
 * Returns from which contact each field comes: as chosen, else the remaining contact, else the one that has a value.
 */
export function chosenSides(
  pair: readonly [ContactDetails, ContactDetails],
  keptAt: number,
  choice: Partial<Record<MergeField, number>>,
): Record<MergeField, number> {
  const sideOf = (field: MergeField): number => {
    const kept = pair[keptAt];
    const chosen = choice[field];
    if (chosen !== undefined) return chosen;
    const other = pair[1 - keptAt];
    return kept && !isFilled(kept, field) && other && isFilled(other, field) ? 1 - keptAt : keptAt;
  };
  return {
    name: sideOf('name'),
    number: sideOf('number'),
    email: sideOf('email'),
    origin: sideOf('origin'),
    media: sideOf('media'),
  };
}
