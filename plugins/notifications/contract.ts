/**
 * Notifications of people wherever they are: in the page, on the desktop, on the phone. The caller provides the
 * content; the delivery follows from the person's preferences.
 */
import { job, point, room, service } from '@balcao/sdk/contract';
import type { Sql } from '@balcao/sdk/server';

export interface Notice {
  /**
   * Id of the occasion, such as `message:17`: a notification is delivered once per id and person. At most 200
   * characters.
   */
  id: string;
  /** Kind that people may switch off: `<plugin>.<item>` of an item added to `notifications.kind`. */
  kind: string;
  /** Person or thing that it is about. Anything like a phone number is masked. */
  title: string;
  /** The occasion in words that may be shown on a locked screen: `Nova mensagem`. */
  body: string;
  /** Text of the message. Leaves the page only for people who allow previews. */
  preview?: string;
  /**
   * Path of the page with details: `/tickets/…`. Nothing is shown while the person looks at it, which with a query
   * means an address with at least its parameters: name them only if the page shows something else without.
   */
  path: string;
  /** A newer notification replaces an older one with the same tag: `ticket:12`. At most 100 characters. */
  tag: string;
  /** False: silent. */
  sound?: boolean;
  /**
   * Name of the list that shows it by itself: no card is shown over a page on which an element with this name in
   * `data-notices` is visible.
   */
  list?: string;
}

/** A notification whose content and recipients are read from the database. */
export interface NoticeFrom<Row extends { userId: number }> extends Pick<Notice, 'kind'> {
  /** As in `Notice`. When absent, the query covers several occasions, and each row has its own `"noticeId"`. */
  id?: string;
  /**
   * One row per recipient: `"userId"`, and the columns that `notice` uses. A read-only query on your own plugin's
   * tables; it names no column `reached`, and `"noticeId"` only when `id` is absent.
   */
  people: Sql;
  /** Returns the content for one recipient; called after the query, only for people who were not notified before. */
  notice(row: Row): Omit<Notice, 'id' | 'kind'>;
}

export interface Notifications {
  /**
   * Notifies these people. A person with a visible page of the product is notified there; with a hidden page by a
   * desktop notification, and without a page by push if they allowed it. Unknown ids are ignored.
   * @example
   * await scope.find(notifications)?.notify([userId], {
   * id: `invoice:${id}`, kind: 'billing.due', title: scope.t('due.title'), body: scope.t('due.body'),
   * path: '/financeiro', tag: `invoice:${id}`,
   * });
   */
  notify(userIds: readonly number[], notice: Notice): Promise<void>;
  /**
   * Notifies as `notify` does, with recipients read in the same statement: for frequent occasions, such as a message.
   * Nothing has to be queried beforehand, and nothing is read for people who were notified already.
   * @example
   * await scope.find(notifications)?.notifyFrom<{ userId: number; name: string }>({
   * id: `late:${deliveryId}`, kind: 'deliveries.late',
   * people: sql`select d.driver_id as "userId", d.name from deliveries.delivery d where d.id = ${deliveryId}`,
   * notice: ({ name }) => ({ title: name, body: scope.t('late'), path: '/deliveries', tag: `delivery:${deliveryId}` }),
   * });
   */
  notifyFrom<Row extends { userId: number }>(from: NoticeFrom<Row>): Promise<void>;
  /**
   * Withdraws what was seen or is no longer true: pending notifications of this tag are cancelled, shown ones
   * disappear.
   */
  withdraw(userIds: readonly number[], tag: string): Promise<void>;
}
/** Notifies people of the company. */
export const notifications = service<Notifications>('notifications.notifications');

/**
 * Browser: a kind of notification that people may switch off in their profile. The `kind` of a notice is
 * `<plugin>.<id>`.
 */
export const notificationKind = point<{
  id: string;
  order?: number;
  /** Locale key: `Mensagens das minhas conversas`. */
  label: string;
  /** Locale key of a line of help. */
  help?: string;
}>('notifications.kind');

/** Payload of a live notification. */
export interface LiveNotice extends Notice {
  /** Time in ISO 8601. */
  at: string;
  /** True in the person's quiet hours: shown in the page, without sound and push. */
  quiet: boolean;
}

/**
 * Room of one person: `notice` {LiveNotice}, `withdrawn` {tag}, `preferences` {}.
 * Browsers send `looking` {tab, path} while a page is visible, every 25 seconds and when the page changes; `path` null:
 * no longer visible.
 */
export const notificationsRoom = room<{ userId: number }>('notifications.person');

/** Payload of a push message to one device. */
export interface PushMessage {
  id: string;
  title: string;
  body: string;
  path: string;
  tag: string;
  at: string;
  silent: boolean;
}
/** Sends one notification to one device. */
export const pushJob = job<{
  deviceId: number;
  /** The push is skipped when the person had a visible page after this time. Null: always sent. */
  unlessSeenAfter: string | null;
  message: PushMessage;
}>('notifications.push');
/** Deletes old rows. */
export const tidyJob = job<Record<string, never>>('notifications.tidy');
