import type { Scope } from '@balcao/sdk/server';
import { contactSight } from '@balcao/users/contract';

const hidesNumbers = (scope: Scope): boolean => scope.settings.get('hideContactNumber') === 'enabled';

/**
 * Returns true if this reader sees only the last four digits of a number: attendants where the company hides numbers,
 * and people without access to contacts (`isShowContacts`). Events, jobs and the company itself see all digits.
 */
export const isMasked = (scope: Scope): boolean => {
  const { user } = scope;
  if (!user) return false;
  if (user.profile === 'user' && hidesNumbers(scope)) return true;
  return scope.find(contactSight)?.hidesFrom(user.id) ?? false;
};

export const masksNumbers = (scope: Scope, viewer: 'reader' | 'somebody'): boolean =>
  viewer === 'reader'
    ? isMasked(scope)
    : hidesNumbers(scope) || (scope.find(contactSight)?.hidesFromSomebody() ?? false);

export const maskNumber = (number: string): string => '*'.repeat(Math.max(number.length - 4, 0)) + number.slice(-4);
