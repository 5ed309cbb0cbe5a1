import type { Refusal } from './state.ts';

/** An error answer, in the Graph API’s format. */
export class Refused extends Error {
  readonly refusal: Omit<Refusal, 'times' | 'fits'>;
  constructor(refusal: Omit<Refusal, 'times' | 'fits'>) {
    super(refusal.message ?? 'refused');
    this.refusal = refusal;
  }
}
export const refuse = (status: number, code: number, message: string, subcode = 0): never => {
  throw new Refused({ status, code, message, subcode });
};
