import type { Scope } from '@balcao/sdk/server';
import { contacts } from '@balcao/contacts/contract';

export type SignedIn = Scope & { readonly user: NonNullable<Scope['user']> };

/** Permissions of the requesting person. */
export interface Reader {
  id: number;
  /** Everybody's conversations. */
  seesAll: boolean;
  /** Conversations of queues that the person is no member of. */
  anyQueue: boolean;
  masked: boolean;
}

export const readerOf = (scope: SignedIn): Reader => {
  const { id, profile } = scope.user;
  const seesAll = scope.can('tickets-manager:showall');
  return { id, seesAll, anyQueue: seesAll || profile !== 'user', masked: scope.use(contacts).masksNumbers('reader') };
};

/**
 * True when live updates have masked numbers. Many people receive them, so they are masked as soon as anybody must see
 * masked numbers.
 */
export const maskedLive = (scope: Scope): boolean => scope.use(contacts).masksNumbers('somebody');
