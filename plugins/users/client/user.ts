import type { Session } from '@balcao/sdk/client';
import type { Profile } from '@balcao/sdk/manifest';
import type { UserView } from '../contract.ts';

export type User = UserView;

/** What inviting and sending a link answer. */
export interface SentLink {
  /** To hand over; null: it was mailed. */
  link: string | null;
  expiresAt: string;
}

export const isAdmin = ({ user }: Session): boolean => user.super || user.profile === 'admin';

/** Only an admin changes or removes an admin, and only a super user a super user. */
export const mayChange = (session: Session, user: User): boolean =>
  (user.profile !== 'admin' || isAdmin(session)) && (!user.super || session.user.super);

/** The profiles this person may give to somebody who now has `current`. */
export const profilesFor = (session: Session, current: Profile): Profile[] =>
  isAdmin(session)
    ? ['admin', 'gestor', 'user']
    : session.can('user-modal:editProfile') && current !== 'admin'
      ? ['gestor', 'user']
      : [current];
