import type { Session } from '@balcao/sdk/client';
import type { Profile } from '@balcao/sdk/manifest';
import type { UserView } from '../contract.ts';

export type User = UserView;

/** Response of inviting and of sending a link. */
export interface SentLink {
  /** Link to hand over; null: it was mailed. */
  link: string | null;
  expiresAt: string;
}

export const isAdmin = ({ user }: Session): boolean => user.super || user.profile === 'admin';

/** Returns whether the person may be changed: admins by admins only, super users by super users only. */
export const mayChange = (session: Session, user: User): boolean =>
  (user.profile !== 'admin' || isAdmin(session)) && (!user.super || session.user.super);

/** Returns the profiles that the signed-in person may give to a person with the profile `current`. */
export const profilesFor = (session: Session, current: Profile): Profile[] =>
  isAdmin(session)
    ? ['admin', 'gestor', 'user']
    : session.can('user-modal:editProfile') && current !== 'admin'
      ? ['gestor', 'user']
      : [current];
