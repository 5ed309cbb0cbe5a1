import type { Contact } from '../contract.ts';

export interface ExtraInfo {
  id?: number;
  name: string;
  value: string;
}
export interface ContactDetails extends Contact {
  extraInfo: ExtraInfo[];
  mediaPath: string | null;
  mediaName: string | null;
  /** Numbers that lead here too, since another contact was merged into this one. */
  otherNumbers: string[];
  merges: { name: string; userName: string; at: string }[];
}
export interface ContactPage {
  contacts: Contact[];
  hasMore: boolean;
  /** How many there are in all; the first page says it. */
  count?: number;
}

/** Whoever may see only the last digits is answered stars. */
export const isMasked = (number: string): boolean => number.startsWith('*');
