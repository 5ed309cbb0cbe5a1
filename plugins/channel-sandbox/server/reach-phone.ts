import { setTimeout as sleep } from 'node:timers/promises';
import { companyBatch, sql, type Scope } from '@balcao/sdk/server';
import { channelError, type OutboundMessage } from '@balcao/connections/contract';
import { phoneRoom } from '../contract.ts';
import { shownMedia } from './phone.ts';

/** A message for a phone, as `channel_sandbox.reach_phones` accepts it, without its index. */
interface OnTheWay {
  connection: number;
  number: string;
  message: number;
  external: string;
  body: string;
  media: object | null;
  medias: readonly object[] | null;
  data: object | null;
  menu: object | null;
  has_waited: boolean;
}

interface Outcome {
  latencyMs: number;
  isDown: boolean;
  isInvalid: boolean;
  receivedAt: Date | null;
}

/** Delivers the company’s messages to phones, each once however often it is sent. Returns the network’s id. */
export const createReachPhone = () => {
  const reach = companyBatch<OnTheWay, Outcome>({
    run(scope, messages) {
      const json = JSON.stringify(messages.map((message, position) => ({ place: position, ...message })));
      return scope.sql.rows<Outcome>(
        sql`select latency_ms as "latencyMs", is_down as "isDown", is_invalid as "isInvalid", received_at as "receivedAt"
              from channel_sandbox.reach_phones(${json}::json) order by place`,
      );
    },
  });
  return async (connectionId: number, message: OutboundMessage, scope: Scope): Promise<string> => {
    const { id, to, media, medias, data, menu } = message;
    const number = to.value;
    const body = data ? '' : message.body;
    const externalId = `sandbox-out-${id}`;
    const onTheWay: OnTheWay = {
      connection: connectionId,
      number,
      message: id,
      external: externalId,
      body,
      media: media ?? null,
      medias: medias ?? null,
      data: data ?? null,
      menu: menu ?? null,
      has_waited: false,
    };
    let outcome = await reach(scope, onTheWay);
    if (outcome.latencyMs > 0) {
      await sleep(outcome.latencyMs, undefined, { signal: scope.signal });
      outcome = await reach(scope, { ...onTheWay, has_waited: true });
    }
    if (outcome.isDown) throw channelError('disconnected', 'the simulated phone has no link');
    if (outcome.isInvalid) throw channelError('invalid-contact', 'the number does not exist in the sandbox');
    if (outcome.receivedAt) {
      scope.rooms.emit(phoneRoom, { connectionId, number }, 'message', {
        message: {
          id: externalId,
          body,
          fromPhone: false,
          ack: 1,
          at: outcome.receivedAt.toISOString(),
          media: media ? shownMedia(media, scope) : null,
          ...(medias && { medias: medias.map((one) => shownMedia(one, scope)) }),
          data: data ?? null,
          menu: menu ?? null,
          reactions: [],
          isEdited: false,
          isDeleted: false,
        },
      });
    }
    return externalId;
  };
};
