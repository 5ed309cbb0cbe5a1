import type { Scope } from '@balcao/sdk/server';
import { agendaRoom, messagesChanged } from '../../contract.ts';

/** Tells open calendars of a person that something changed; they fetch it again. */
export const publishChange = (
  scope: Scope,
  userId: number | null,
  id: string,
  action: 'update' | 'delete' = 'update',
): void => {
  if (userId !== null) scope.rooms.emit(agendaRoom, { userId }, action, { id });
};
export const messageId = (id: number): string => `SCH-${id}`;

/** Announces a change of a scheduled message to open calendars, and to plugins. */
export const announceMessage = async (
  scope: Scope,
  userId: number | null,
  id: number,
  action: 'update' | 'delete' = 'update',
): Promise<void> => {
  if (userId === null) return;
  publishChange(scope, userId, messageId(id), action);
  await scope.emit(messagesChanged, `person:${userId}`, { userIds: [userId] });
};
