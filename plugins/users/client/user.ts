import type { Session } from '@balcao/sdk/client';

export type Profile = 'admin' | 'gestor' | 'user';

export interface User {
  id: number;
  name: string;
  email: string;
  profile: Profile;
  super: boolean;
  online: boolean;
  /** ISO 8601; null while the person never came. */
  lastOnline: string | null;
  firstOnline: string | null;
  /** These three where the company has virtual assistants. */
  isVirtual?: boolean;
  customPrompt?: string;
  isShowContacts?: boolean;
  /** Answered while departments are on. */
  queues?: { id: number; name: string; color: string }[];
}

export const isAdmin = ({ user }: Session): boolean => user.super || user.profile === 'admin';

/** Only an admin changes or removes an admin. */
export const mayChange = (session: Session, user: User): boolean => user.profile !== 'admin' || isAdmin(session);

/** The profiles this person may give to somebody who now has `current`. */
export const profilesFor = (session: Session, current: Profile): Profile[] =>
  isAdmin(session)
    ? ['admin', 'gestor', 'user']
    : session.can('user-modal:editProfile') && current !== 'admin'
      ? ['gestor', 'user']
      : [current];
