import { companyAlias, userChanged, z, type Host } from '@balcao/sdk/server';
import { usersRoom } from '../contract.ts';
import type manifest from '../manifest.ts';
import { briefPerson } from './people.ts';

/** People as the specification publishes them: `company-{id}-user` {action, user | userId}. */
const userAlias = companyAlias('user', async ({ event, data }, scope) => {
  const { userId, isNew } = data as { userId: number; isNew?: boolean };
  if (event === 'delete') return { action: 'delete', userId };
  const user = await briefPerson(userId, scope);
  return user && { action: isNew ? 'create' : 'update', user };
});

/** Publishes changes of people from the stored event, because accounts are changed in several places. */
export const livePeople = (host: Host<typeof manifest>): void => {
  host.room(usersRoom, { params: z.object({}), may: () => true, aliases: [userAlias] });
  host.on(userChanged, 'live', async ({ userId, action }, scope) => {
    const isNew = action === 'create';
    scope.rooms.emit(usersRoom, {}, action === 'delete' ? 'delete' : 'update', { userId, ...(isNew && { isNew }) });
  });
};
