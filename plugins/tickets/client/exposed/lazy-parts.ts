/**
 * Exposed components, each in a chunk of its own. They are not in the entry file, because everything that the entry
 * imports is loaded with the first screen, including what these share with the page of tickets.
 */
import { lazyPart } from '@balcao/sdk/client';

export const Conversation = lazyPart(() => import('./Conversation.tsx'));
export const Card = lazyPart(() => import('./Card.tsx'));
export const Peek = lazyPart(() => import('./Peek.tsx'));
export const Log = lazyPart(() => import('./Log.tsx'));
export const New = lazyPart(async () => {
  const part = await import('./New.tsx');
  await part.ready();
  return part;
});
