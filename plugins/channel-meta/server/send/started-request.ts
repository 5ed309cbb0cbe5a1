import type { Scope } from '@balcao/sdk/server';
import { GraphUnreachable } from '../graph/graph-error.ts';
import { deleteStarted, storeMid, storeStarted, type NewPart, type OutgoingPart } from './outgoing.ts';

/**
 * Makes one request of a message, unless Meta has accepted it before. It is stored first, so that what Meta reports of it
 * settles it when the answer is lost. Returns Meta’s id.
 */
export const startedRequest = async (
  scope: Scope,
  one: NewPart,
  known: OutgoingPart | undefined,
  request: () => Promise<string>,
): Promise<string> => {
  if (known?.mid) return known.mid;
  const { connectionId, messageId, part } = one;
  await storeStarted(scope, one);
  try {
    const mid = await request();
    await storeMid(scope, connectionId, { messageId, part }, mid);
    return mid;
  } catch (error) {
    const isLost = error instanceof GraphUnreachable && error.mayHaveArrived;
    if (!isLost) await deleteStarted(scope, messageId, part);
    throw error;
  }
};
