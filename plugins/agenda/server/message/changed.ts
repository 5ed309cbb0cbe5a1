import type { Scope } from '@balcao/sdk/server';
import { agendaRoom } from '../../contract.ts';

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
