import type { Tag } from '../../contract.ts';

/** A tag in the list of the page. */
export interface TagRow extends Tag {
  isProtected: boolean;
  /** Number of conversations with the tag. */
  tickets: number;
}
