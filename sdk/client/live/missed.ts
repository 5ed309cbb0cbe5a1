import type { Query } from '@tanstack/react-query';
import { readAt } from '../query-client.ts';

/** Nobody asked for it so far. */
const isUnread = ({ state }: Query): boolean => state.status === 'pending' && state.fetchStatus === 'idle';

/** Milliseconds by which a node may know of a change later than the one that told of it. */
const margin = 1_000;

/**
 * Whether something was told between a reading and now. Of a query, as the `predicate` that queries are filtered by; or
 * of anything else by the `performance.now()` at which its reading began.
 */
export type Missed = (reading: Query | number) => boolean;

/** `quietFrom`: the moment from which on nothing was told. */
export const missedSince =
  (quietFrom: number): Missed =>
  (reading) =>
    typeof reading === 'number'
      ? reading < quietFrom + margin
      : !isUnread(reading) && readAt(reading) < quietFrom + margin;
