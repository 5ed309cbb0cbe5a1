import type { Scope } from '@balcao/sdk/server';

const hidesNumbers = (scope: Scope): boolean => scope.settings.get('hideContactNumber') === 'enabled';

/** Whether this reader sees only the last four digits of a number. Events, jobs and the company itself see all. */
export const isMasked = (scope: Scope): boolean => scope.user?.profile === 'user' && hidesNumbers(scope);

export const masksNumbers = (scope: Scope, whom: 'reader' | 'somebody'): boolean =>
  whom === 'reader' ? isMasked(scope) : hidesNumbers(scope);

export const maskNumber = (number: string): string => '*'.repeat(Math.max(number.length - 4, 0)) + number.slice(-4);
