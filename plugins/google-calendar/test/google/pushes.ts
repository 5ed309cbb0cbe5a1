import type { Calendar } from './calendar.ts';
import { Refused } from './refused.ts';

interface Channel {
  id: string;
  resourceId: string;
  address: string;
  token: string;
  expiration: number;
  calendar: Calendar;
  messages: number;
}
export type Fate = 'once' | 'lost' | 'twice' | 'late';

/** Push channels: what Google calls when a calendar changes. */
export class Pushes {
  readonly channels = new Map<string, Channel>();
  /** Decides what becomes of the next push. */
  fate: () => Fate = () => 'once';
  /** Calendars that refuse channels. */
  readonly refusing = new Set<Calendar>();
  /** The days that a channel lives. */
  days = 7;
  sent = 0;
  #late: (() => Promise<void>)[] = [];
  #running = new Set<Promise<void>>();

  watch(calendar: Calendar, body: Record<string, unknown>): object {
    if (this.refusing.has(calendar))
      throw new Refused(
        400,
        'pushNotSupportedForRequestedResource',
        'Push notifications are not supported by this resource.',
      );
    const id = String(body['id']);
    const address = String(body['address']);
    if (body['type'] !== 'web_hook' || id.length > 64) throw new Refused(400, 'invalid');
    if (!/^https:|^http:\/\/(localhost|127\.0\.0\.1)/.test(address))
      throw new Refused(400, 'push.webhookUrlNotHttps', `WebHook callback must be HTTPS: ${address}`);
    if (this.channels.has(id)) throw new Refused(400, 'channelIdNotUnique', `Channel id ${id} not unique`);
    const expiration = Date.now() + this.days * 86_400_000;
    const token = String(body['token'] ?? '');
    const channel = { id, resourceId: `res-${calendar.email}`, address, token, expiration, calendar, messages: 0 };
    this.channels.set(id, channel);
    this.#send(channel, 'sync');
    return { kind: 'api#channel', id, resourceId: channel.resourceId, token, expiration: String(expiration) };
  }
  stop({ id, resourceId }: Record<string, unknown>): void {
    const channel = this.channels.get(String(id));
    if (channel?.resourceId !== resourceId) throw new Refused(404, 'notFound', `Channel '${String(id)}' not found`);
    this.channels.delete(String(id));
  }

  /** Tells the channels of a calendar that it changed: lost, late or twice as `fate` wants. */
  changed(calendar: Calendar): void {
    for (const channel of this.channels.values()) {
      if (channel.calendar !== calendar || channel.expiration < Date.now()) continue;
      const fate = this.fate();
      if (fate === 'lost') continue;
      const send = (): Promise<void> => this.#send(channel, 'exists');
      if (fate === 'late') this.#late.push(send);
      else void send();
      if (fate === 'twice') void send();
    }
  }
  /** Sends what is late, and waits until everything has arrived. */
  async settle(): Promise<void> {
    const late = this.#late;
    this.#late = [];
    await Promise.all(late.map((send) => send()));
    await Promise.all(this.#running);
  }
  /** Makes every channel end at this moment. */
  expireIn(ms: number): void {
    for (const channel of this.channels.values()) channel.expiration = Date.now() + ms;
  }

  #send(channel: Channel, state: string): Promise<void> {
    channel.messages += 1;
    this.sent += 1;
    const call = fetch(channel.address, {
      method: 'POST',
      headers: {
        'x-goog-channel-id': channel.id,
        'x-goog-channel-token': channel.token,
        'x-goog-channel-expiration': new Date(channel.expiration).toUTCString(),
        'x-goog-resource-id': channel.resourceId,
        'x-goog-resource-uri': 'https://www.googleapis.com/calendar/v3/calendars/primary/events?alt=json',
        'x-goog-resource-state': state,
        'x-goog-message-number': String(channel.messages),
      },
    })
      .then((response) => response.arrayBuffer())
      .then(
        () => undefined,
        () => undefined,
      );
    this.#running.add(call);
    return call.finally(() => this.#running.delete(call));
  }
}
