import type { Scope } from '@balcao/sdk/server';
import { contacts } from '@balcao/contacts/contract';

export type SignedIn = Scope & { readonly user: NonNullable<Scope['user']> };

/** What the person who asks may see. */
export interface Reader {
  id: number;
  /** Conversations of everybody. */
  seesAll: boolean;
  /** Conversations of queues the person does not belong to. */
  anyQueue: boolean;
  masked: boolean;
}

export const readerOf = (scope: SignedIn): Reader => {
  const { id, profile } = scope.user;
  const seesAll = scope.can('tickets-manager:showall');
  return { id, seesAll, anyQueue: seesAll || profile !== 'user', masked: scope.use(contacts).masksNumbers('reader') };
};

/** For live messages, which many read at once: masked as soon as it is masked for anybody. */
export const maskedLive = (scope: Scope): boolean => scope.use(contacts).masksNumbers('somebody');
