import { randomInt } from 'node:crypto';

const recoveryCount = 10;

/** Returns the key in groups of four, for typing. */
export const groupInFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** Digits only, so that a telephone's number keys are enough. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCount }, () => Array.from({ length: 10 }, () => randomInt(10)).join(''));
export const shownRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
export const digitsOf = (typed: string): string => typed.replaceAll(/[\s-]/g, '');
