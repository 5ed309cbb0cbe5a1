import { AppError, z, type Host, type Scope } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import { visitorRoom } from '../contract.ts';
import type manifest from '../manifest.ts';
import { mayListen } from './access.ts';
import { RateLimiter } from './rate-limiter.ts';
import { siteOf } from './sites.ts';
import { belongsToVisitor } from './visitor-token.ts';
import { findVisitor, identityOf, type Visitor } from './visitors.ts';

const typing = z.object({ state: z.enum(['composing', 'paused']) });
const receipts = z.object({ ids: z.array(z.string().max(100)).min(1).max(100) });

const present = async (publicId: string, scope: Scope): Promise<Visitor> => {
  const visitor = await findVisitor(scope, publicId);
  if (!visitor) throw new AppError(401, 'ERR_VISITOR_UNKNOWN');
  return visitor;
};

/** Confirms messages that were sent to this visitor; other ids are ignored. */
const confirm = async (publicId: string, data: unknown, ack: 2 | 3, scope: Scope): Promise<void> => {
  const { ids } = receipts.parse(data);
  const { connectionId } = await present(publicId, scope);
  const { secret } = await siteOf(scope, connectionId);
  for (const id of new Set(ids)) {
    if (belongsToVisitor(secret, publicId, id)) await scope.use(channelInbox).ack(connectionId, id, ack);
  }
};

/** Registers the visitor’s room. */
export const visitorRoomRoutes = (host: Host<typeof manifest>): void => {
  const limiter = new RateLimiter(240);
  host.room(visitorRoom, {
    params: z.object({ visitor: z.string().max(64) }),
    may: () => false,
    guests: ({ visitor }, guest, scope) => mayListen(visitor, guest, scope),
    accepts: {
      async typing(data, { visitor }, scope) {
        limiter.count(visitor);
        const { state } = typing.parse(data);
        const { connectionId } = await present(visitor, scope);
        await scope.use(channelInbox).presence(connectionId, identityOf(connectionId, visitor), state);
      },
      async received(data, { visitor }, scope) {
        limiter.count(visitor);
        await confirm(visitor, data, 2, scope);
      },
      async read(data, { visitor }, scope) {
        limiter.count(visitor);
        await confirm(visitor, data, 3, scope);
      },
    },
  });
};
