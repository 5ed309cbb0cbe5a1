/**
 * What others render, each in a chunk of its own. Here and not in the entry: what the entry names itself comes with the
 * first screen, and so would all that these share with the page of tickets.
 */
import { lazyPart } from '@balcao/sdk/client';

export const Conversation = lazyPart(() => import('./Conversation.tsx'));
export const Card = lazyPart(() => import('./Card.tsx'));
export const Peek = lazyPart(() => import('./Peek.tsx'));
