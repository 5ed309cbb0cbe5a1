/** The search over all messages, loaded when it is used. */
import { lazyPart } from '@balcao/sdk/client';

export const MessagesBar = lazyPart(() => import('./MessagesBar.tsx').then((part) => ({ default: part.MessagesBar })));
export const MessageHits = lazyPart(() => import('./MessageHits.tsx').then((part) => ({ default: part.MessageHits })));
export const MessagesFallback = lazyPart(() =>
  import('./MessagesFallback.tsx').then((part) => ({ default: part.MessagesFallback })),
);
