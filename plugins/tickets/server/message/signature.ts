import { sql, type Scope } from '@balcao/sdk/server';

/** True when the company's messages are signed with their author's name. */
export const signsByDefault = (scope: Scope): boolean => scope.settings.get('defaultChatSubscript') === 'enabled';

/** True when each person may choose to sign message by message. */
const mayChoose = (scope: Scope): boolean => scope.settings.get('chatSubscriptChoice') === 'enabled';

/** Returns a person's choice where it is allowed and differs from the company's setting; otherwise undefined. */
export const signatureOf = (scope: Scope, wanted: boolean | null | undefined): boolean | undefined =>
  wanted !== undefined && wanted !== null && mayChoose(scope) && wanted !== signsByDefault(scope) ? wanted : undefined;

export const storeSignature = async (scope: Scope, messageId: number, isSigned: boolean): Promise<void> => {
  await scope.sql.run(sql`update tickets.message set is_signed = ${isSigned} where id = ${messageId}`);
};
