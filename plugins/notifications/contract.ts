/**
 * Telling people what happened, wherever they are: in the page, on the desktop, on the phone. Whoever notifies says
 * what there is to tell; how it reaches a person follows from the person's own choices.
 */
import { job, point, room, service } from '@balcao/sdk/contract';
import type { Sql } from '@balcao/sdk/server';

export interface Notice {
  /** Names what happened, such as `message:17`: told again under the same id, it reaches nobody twice. At most 200 characters. */
  id: string;
  /** What people may switch off: `<plugin>.<item>` of an item added to `notifications.kind`. */
  kind: string;
  /** Who or what it is about. What looks like a phone number is masked. */
  title: string;
  /** What happened, in words that may stand on a locked screen: `Nova mensagem`. */
  body: string;
  /** What was written. Leaves the page only for those who allow previews. */
  preview?: string;
  /** The page that tells more, from the root: `/tickets/…`. While it is in front of a person, nothing is told. */
  path: string;
  /** A newer notice takes the place of an older one with the same tag: `ticket:12`. At most 100 characters. */
  tag: string;
  /** False: without a sound. */
  sound?: boolean;
  /**
   * The list that shows it by itself: no card lies over a page on which an element with this name in `data-notices` is
   * in view.
   */
  list?: string;
}

/** A notice whose words and people stand in the database. */
export interface NoticeFrom<Row extends { userId: number }> extends Pick<Notice, 'kind'> {
  /** As in `Notice`. Absent: the query answers what happened several times at once, and each row names its own, `"noticeId"`. */
  id?: string;
  /**
   * One row for each person to tell: `"userId"`, and whatever `notice` needs. A query of your own plugin, which must
   * change nothing; it names no column `reached`, and `"noticeId"` only where `id` is absent.
   */
  people: Sql;
  /** What a person is told; called after the query, for those alone who were not told before. */
  notice(row: Row): Omit<Notice, 'id' | 'kind'>;
}

export interface Notifications {
  /**
   * Tells these people. Who has the product in front of them sees and hears it there; who has it hidden gets a desktop
   * notice, and who has it closed a push notice where they allowed it. Unknown people are left out.
   * @example
   * await scope.find(notifications)?.notify([userId], {
   *   id: `invoice:${id}`, kind: 'billing.due', title: scope.t('due.title'), body: scope.t('due.body'),
   *   path: '/financeiro', tag: `invoice:${id}`,
   * });
   */
  notify(userIds: readonly number[], notice: Notice): Promise<void>;
  /**
   * Tells as `notify` does, of what is read in the same statement: for what happens often, such as a message. With it
   * nothing need be asked beforehand, and nothing at all is read for who is told already.
   * @example
   * await scope.find(notifications)?.notifyFrom<{ userId: number; name: string }>({
   *   id: `late:${deliveryId}`, kind: 'deliveries.late',
   *   people: sql`select d.driver_id as "userId", d.name from deliveries.delivery d where d.id = ${deliveryId}`,
   *   notice: ({ name }) => ({ title: name, body: scope.t('late'), path: '/deliveries', tag: `delivery:${deliveryId}` }),
   * });
   */
  notifyFrom<Row extends { userId: number }>(from: NoticeFrom<Row>): Promise<void>;
  /** It was seen, or is true no more: what is still to be told of this tag is not, and what shows goes. */
  withdraw(userIds: readonly number[], tag: string): Promise<void>;
}
/** Telling people what happened. */
export const notifications = service<Notifications>('notifications.notifications');

/** Browser: something people may switch off in their profile. The notices' `kind` is `<plugin>.<id>`. */
export const notificationKind = point<{
  id: string;
  order?: number;
  /** Locale key: `Mensagens das minhas conversas`. */
  label: string;
  /** Locale key of one line of help. */
  help?: string;
}>('notifications.kind');

/** What arrives in a browser. */
export interface LiveNotice extends Notice {
  /** ISO time. */
  at: string;
  /** The person's quiet hours: shown in the page, and neither heard nor sent further. */
  quiet: boolean;
}

/**
 * One person's own: `notice` {LiveNotice}, `withdrawn` {tag}, `preferences` {}.
 * Browsers send `looking` {tab, path} while a page is in front, every 25 seconds and when the page changes; `path` null:
 * not in front any more.
 */
export const notificationsRoom = room<{ userId: number }>('notifications.person');

/** What one device is told through its browser's push service. */
export interface PushMessage {
  id: string;
  title: string;
  body: string;
  path: string;
  tag: string;
  at: string;
  silent: boolean;
}
/** Brings one notice to one device. */
export const pushJob = job<{
  deviceId: number;
  /** Not sent when the person had the product in front of them after this time. Null: in any case. */
  unlessSeenAfter: string | null;
  message: PushMessage;
}>('notifications.push');
/** Forgets what is long past. */
export const tidyJob = job<Record<string, never>>('notifications.tidy');
