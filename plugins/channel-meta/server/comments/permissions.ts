import type { Account } from '../account/account.ts';
import type { Via } from '../../contract.ts';

/** Permissions that comments need besides those of messages. */
const needed = {
  facebook: ['pages_manage_engagement', 'pages_read_user_content'],
  instagram: ['instagram_manage_comments'],
} as const;
const neededAlone = ['instagram_business_manage_comments'];

/** Returns the permissions for comments that a login asks for. */
export const commentScopes = (via: Via, withInstagram: boolean): readonly string[] =>
  via === 'instagram' ? neededAlone : [...needed.facebook, ...(withInstagram ? needed.instagram : [])];

/** Returns the permissions for comments that the last login of an account did not give. */
export const missingScopes = ({ via, channel, scopes }: Pick<Account, 'via' | 'channel' | 'scopes'>): string[] =>
  (via === 'instagram' ? neededAlone : needed[channel]).filter((permission) => !scopes.includes(permission));
