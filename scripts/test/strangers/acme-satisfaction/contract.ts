import { component, job } from '@balcao/sdk/contract';

/** A conversation that ended, and how happy the customer was with it. */
export interface Score {
  id: number;
  ticketId: number;
  contactName: string;
  attendant: string | null;
  /** 1 to 5; null until somebody noted it. */
  score: number | null;
  /** ISO 8601. */
  endedAt: string;
}

export interface Scores {
  scores: Score[];
  /** Of those that are noted; null while there are none. */
  average: number | null;
}

/** Forgets what nobody noted in time. */
export const forgetUnnoted = job<object>('acme-satisfaction:forget');

/** How happy customers are with the whole company, in a line. */
export const averageScore = component('acme-satisfaction.average');
