import type { Tag } from '../../contract.ts';

/** A tag as the page lists it. */
export interface TagRow extends Tag {
  isProtected: boolean;
  /** Conversations that wear it. */
  tickets: number;
}
