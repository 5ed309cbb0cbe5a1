import type { Query } from '@tanstack/react-query';
import { readAt } from '../query-client.ts';

/** True for a query that was never requested. */
const isUnread = ({ state }: Query): boolean => state.status === 'pending' && state.fetchStatus === 'idle';

/** Milliseconds by which a node may learn of a change later than the node that announced it. */
const margin = 1_000;

/**
 * Returns true if a message was sent between a reading and now. Takes a query, as the `predicate` of query filters, or
 * the `performance.now()` at which the reading of anything else began.
 */
export type Missed = (reading: Query | number) => boolean;

/** `quietFrom`: the moment after which no message was sent. */
export const missedSince =
  (quietFrom: number): Missed =>
  (reading) =>
    typeof reading === 'number'
      ? reading < quietFrom + margin
      : !isUnread(reading) && readAt(reading) < quietFrom + margin;
