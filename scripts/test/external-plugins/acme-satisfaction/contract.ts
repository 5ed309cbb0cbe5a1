import { component, job } from '@balcao/sdk/contract';

/** A conversation that ended, with the customer's satisfaction. */
export interface Score {
  id: number;
  ticketId: number;
  contactName: string;
  attendant: string | null;
  /** 1 to 5; null until it is entered. */
  score: number | null;
  /** Time in ISO 8601. */
  endedAt: string;
}

export interface Scores {
  scores: Score[];
  /** Average of the entered scores; null while there are none. */
  average: number | null;
}

/** Deletes conversations without a score in time. */
export const forgetUnnoted = job<object>('acme-satisfaction:forget');

/** The average satisfaction with the company, in a line. */
export const averageScore = component('acme-satisfaction.average');
