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
  /** Numbers of contacts that were merged into this one. */
  otherNumbers: string[];
  merges: { name: string; userName: string; at: string }[];
}
export interface ContactPage {
  contacts: Contact[];
  hasMore: boolean;
  /** The total number of contacts; only on the first page. */
  count?: number;
}

/** Masked numbers come from the server with asterisks. */
export const isMasked = (number: string): boolean => number.startsWith('*');
