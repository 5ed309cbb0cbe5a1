import { sql, type Scope } from '@balcao/sdk/server';

/** Whether the company has its people's names put before what they say. */
export const signsByDefault = (scope: Scope): boolean => scope.settings.get('defaultChatSubscript') === 'enabled';

/** Whether each person may decide otherwise, message by message. */
const mayChoose = (scope: Scope): boolean => scope.settings.get('chatSubscriptChoice') === 'enabled';

/** What a person asked for, where it counts and differs from the company's way; undefined: as the company has it. */
export const signatureOf = (scope: Scope, wanted: boolean | null | undefined): boolean | undefined =>
  wanted !== undefined && wanted !== null && mayChoose(scope) && wanted !== signsByDefault(scope) ? wanted : undefined;

export const keepSignature = async (scope: Scope, messageId: number, isSigned: boolean): Promise<void> => {
  await scope.sql.run(sql`update tickets.message set is_signed = ${isSigned} where id = ${messageId}`);
};
