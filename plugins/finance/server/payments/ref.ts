import { randomBytes } from 'node:crypto';

/**
 * Our name of a charge: 25 letters and digits, as much as a static code can carry. It tells the company, because a
 * notification of the platform's own account tells nothing else; eight random bytes make it unguessable.
 */
export const newRef = (companyId: number): string =>
  `blc${companyId.toString(36).padStart(6, '0')}${randomBytes(8).toString('hex')}`;

const form = /^blc([0-9a-z]{6})[0-9a-f]{16}/;

/** Every ref that stands anywhere in what a provider sent, with its company. */
export const refsIn = (value: unknown, depth = 0): { ref: string; companyId: number }[] => {
  if (typeof value === 'string') {
    const found = form.exec(value);
    return found ? [{ ref: found[0], companyId: Number.parseInt(found[1] ?? '', 36) }] : [];
  }
  if (typeof value !== 'object' || value === null || depth > 5) return [];
  return Object.values(value)
    .slice(0, 100)
    .flatMap((part) => refsIn(part, depth + 1));
};
