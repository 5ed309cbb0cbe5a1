import { ApiError, api } from '@balcao/sdk/client';
import type { BulkOutcome } from './BulkResult.tsx';

/** The server accepts this many people at once. */
const partSize = 100;

/** Acts on people in parts. If a part fails after another was done, its people and the rest are listed as refused. */
export const sendInParts = async (action: 'remove' | 'invite', ids: readonly number[]): Promise<BulkOutcome> => {
  const parts: BulkOutcome[] = [];
  for (let at = 0; at < ids.length; at += partSize) {
    try {
      parts.push(await api.post<BulkOutcome>('/users/bulk', { action, ids: ids.slice(at, at + partSize) }));
    } catch (error) {
      if (at === 0 || !(error instanceof ApiError)) throw error;
      parts.push({ done: [], refused: ids.slice(at).map((id) => ({ id, code: error.code })), links: [] });
      break;
    }
  }
  return {
    done: parts.flatMap(({ done }) => done),
    refused: parts.flatMap(({ refused }) => refused),
    links: parts.flatMap(({ links }) => links),
  };
};
