import { randomBytes } from 'node:crypto';

/**
 * Returns our id of a charge: 25 letters and digits, the limit of a static code. It contains the company, because a
 * notification of the platform’s own account identifies nothing else; eight random bytes make it unguessable.
 */
export const newRef = (companyId: number): string =>
  `blc${companyId.toString(36).padStart(6, '0')}${randomBytes(8).toString('hex')}`;

const form = /^blc([0-9a-z]{6})[0-9a-f]{16}/;

/** Returns every ref found anywhere in a provider’s message, with its company. */
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
