/** Value of `data.kind` of a poll. */
export const pollKind = 'acme-polls.poll';

/** A question with answers to choose from. */
export interface Poll {
  question: string;
  options: string[];
}
