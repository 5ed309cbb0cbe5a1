import { sql, type Scope } from '@balcao/sdk/server';
import type { OutboundMessage } from '@balcao/connections/contract';
import { phoneReached, phoneRoom } from '../contract.ts';
import { shownMedia } from './phone.ts';

/** Puts a message of the company on a phone, once however often it is sent. Answers the network's id of it. */
export const reachPhone = async (
  connectionId: number,
  { id, to, body: words, media, medias, menu, data }: OutboundMessage,
  scope: Scope,
): Promise<string> => {
  const number = to.value;
  const body = data ? '' : words;
  const externalId = `sandbox-out-${id}`;
  await scope.tx(async (inner) => {
    const taken = await inner.sql.one<{ receivedAt: Date }>(
      sql`insert into channel_sandbox.received (connection_id, number, message_id, external_id, body, media, medias, data, menu)
            values (${connectionId}, ${number}, ${id}, ${externalId}, ${body}, ${media ? JSON.stringify(media) : null}::jsonb,
              ${medias ? JSON.stringify(medias) : null}::jsonb, ${data ? JSON.stringify(data) : null}::jsonb,
              ${menu ? JSON.stringify(menu) : null}::jsonb)
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
        ...(medias && { medias: medias.map((one) => shownMedia(one, inner)) }),
        data: data ?? null,
        menu: menu ?? null,
        reactions: [],
        isEdited: false,
        isDeleted: false,
      },
    });
    await inner.emit(phoneReached, `phone:${connectionId}:${number}`, { connectionId, number, externalId });
  });
  return externalId;
};
