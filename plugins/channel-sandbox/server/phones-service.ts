import { sql, type Scope } from '@balcao/sdk/server';
import { phoneReached, phoneRoom, type Phones } from '../contract.ts';
import { shownMedia } from './phone.ts';

export const phonesService = (scope: Scope): Phones => ({
  async receive(connectionId, { id, to, body, media }) {
    const number = to.value;
    const externalId = `sandbox-out-${id}`;
    await scope.tx(async (inner) => {
      const taken = await inner.sql.one<{ receivedAt: Date }>(
        sql`insert into channel_sandbox.received (connection_id, number, message_id, external_id, body, media)
            values (${connectionId}, ${number}, ${id}, ${externalId}, ${body}, ${media ? JSON.stringify(media) : null}::jsonb)
            on conflict do nothing returning received_at as "receivedAt"`,
      );
      if (!taken) return;
      inner.rooms.emit(phoneRoom, { connectionId, number }, 'message', {
        message: {
          id: externalId,
          body,
          fromPhone: false,
          ack: 1,
          at: taken.receivedAt.toISOString(),
          media: media ? shownMedia(media, inner) : null,
        },
      });
      await inner.emit(phoneReached, `phone:${connectionId}:${number}`, { connectionId, number, externalId });
    });
    return externalId;
  },
});
