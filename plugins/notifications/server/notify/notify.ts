import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import { notificationsRoom, pushJob, type LiveNotice, type Notice, type Notifications } from '../../contract.ts';
import { isQuiet, type Preferences } from '../preferences/preferences.ts';
import { cut } from './texts.ts';

/** Seconds after the last report until a page no longer counts as visible. */
export const lookingFor = 60;
/** Seconds after which it is certain whether the notified page was still open. */
const certainAfter = 70;

interface Recipient {
  userId: number;
  off: string[] | null;
  previews: boolean | null;
  sounds: boolean | null;
  quietFrom: string | null;
  quietTo: string | null;
  isLooking: boolean;
  deviceIds: number[];
}

/** Returns the people who were not notified yet, with the data that decides the delivery. */
const newRecipients = (scope: Scope, userIds: readonly number[], notice: Notice): Promise<Recipient[]> =>
  scope.sql.rows<Recipient>(sql`
    with fresh as (
      insert into notifications.notified (user_id, notice)
      select u.id, ${notice.id} from kernel."user" u where u.id = any(${[...new Set(userIds)]}::int[])
      on conflict do nothing returning user_id)
    select f.user_id as "userId", p.off, p.previews, p.sounds, p.quiet_from as "quietFrom", p.quiet_to as "quietTo",
           exists (select 1 from notifications.looking l where l.user_id = f.user_id and l.visible
                      and l.seen_at > clock_timestamp() - make_interval(secs => ${lookingFor})) as "isLooking",
           array(select d.id from notifications.device d where d.user_id = f.user_id) as "deviceIds"
      from fresh f left join notifications.preference p on p.user_id = f.user_id`);

type Chosen = Omit<Recipient, 'isLooking' | 'deviceIds'> & { hasDevices: boolean };

/**
 * Returns the recipients of the query who were not notified yet, with their preferences. People with devices are not
 * recorded here: the record and the push jobs belong in one transaction, and most people have no device.
 */
const newRecipientsOf = (scope: Scope, people: Sql): Promise<{ userId: number; noticeId: string; reached: Chosen }[]> =>
  // There are few such texts, one with every message, and planning one costs twice what running it costs.
  scope.sql.rows(
    sql.prepared(sql`
    with person as materialized (${people}),
    known as (
      select u.id, exists (select 1 from notifications.device d where d.user_id = u.id) as has_devices
        from kernel."user" u where u.id in (select p."userId" from person p)),
    fresh as (
      insert into notifications.notified (user_id, notice)
      select distinct k.id, p."noticeId" from person p join known k on k.id = p."userId" where not k.has_devices
      on conflict do nothing returning user_id, notice)
    select p.*, json_build_object('userId', k.id, 'off', c.off, 'previews', c.previews, 'sounds', c.sounds,
             'quietFrom', c.quiet_from, 'quietTo', c.quiet_to, 'hasDevices', k.has_devices) as reached
      from person p join known k on k.id = p."userId" left join notifications.preference c on c.user_id = k.id
     where k.has_devices or exists (select from fresh f where f.user_id = k.id and f.notice = p."noticeId")`),
  );

const quietOf = ({ quietFrom, quietTo }: Pick<Recipient, 'quietFrom' | 'quietTo'>): Preferences['quiet'] =>
  quietFrom !== null && quietTo !== null ? { from: quietFrom, to: quietTo } : null;

/** Prepares a notification for delivery: one line, shortened, phone numbers masked. */
const toLiveNotice = (notice: Notice): Omit<LiveNotice, 'quiet'> => ({
  ...notice,
  title: cut(notice.title, 80),
  body: cut(notice.body, 160),
  ...(notice.preview !== undefined && { preview: cut(notice.preview, 160) }),
  at: new Date().toISOString(),
});

const pushTo = async (scope: Scope, person: Recipient, notice: Omit<LiveNotice, 'quiet'>): Promise<void> => {
  const { id, title, path, tag, at } = notice;
  const body = person.previews === true ? notice.preview || notice.body : notice.body;
  const silent = notice.sound === false || person.sounds === false;
  // A person with a visible page is notified there; the delayed push covers a page that closed without reporting it.
  const later = person.isLooking ? { at: new Date(Date.now() + certainAfter * 1000) } : {};
  for (const deviceId of person.deviceIds) {
    await scope.jobs.schedule(
      pushJob,
      { deviceId, unlessSeenAfter: person.isLooking ? at : null, message: { id, title, body, path, tag, at, silent } },
      { ...later, key: `${deviceId}:${tag}` },
    );
  }
};

/** Shows it in the person's pages. Returns whether these are the person's quiet hours. */
const show = (
  scope: Scope,
  person: Pick<Recipient, 'userId' | 'quietFrom' | 'quietTo'>,
  live: Omit<LiveNotice, 'quiet'>,
): boolean => {
  const quiet = isQuiet(quietOf(person), scope.company.timeZone);
  scope.rooms.emit(notificationsRoom, { userId: person.userId }, 'notice', { ...live, quiet });
  return quiet;
};

const refuse = (fault: string): never => {
  throw new Error(`a notification ${fault}`);
};

/** Paths must start at the root: an external address would open on a click. */
const check = ({ id, tag, path, title }: Notice): void => {
  if (id === '' || id.length > 200) refuse('needs an id of 1 to 200 characters');
  if (tag === '' || tag.length > 100) refuse('needs a tag of 1 to 100 characters');
  if (title.trim() === '') refuse('needs a title');
  if (!/^\/(?![/\\])/.test(path) || path.length > 500) refuse('needs a path from the root of the product');
};

/** Creates the notification service for other plugins. */
export const notificationsService = (scope: Scope): Notifications => ({
  async notify(userIds, notice) {
    check(notice);
    if (userIds.length === 0) return;
    const live = toLiveNotice(notice);
    await scope.tx(async (inner) => {
      for (const person of await newRecipients(inner, userIds, notice)) {
        if (person.off?.includes(notice.kind)) continue;
        const quiet = show(inner, person, live);
        if (!quiet) await pushTo(inner, person, live);
      }
    });
  },

  async notifyFrom(from) {
    const { id, kind } = from;
    const people = id === undefined ? from.people : sql`select p.*, ${id}::text as "noticeId" from (${from.people}) p`;
    const failures: unknown[] = [];
    for (const row of await newRecipientsOf(scope, people)) {
      try {
        const notice = { id: row.noticeId, kind, ...from.notice(row as unknown as Parameters<typeof from.notice>[0]) };
        check(notice);
        if (row.reached.hasDevices) await this.notify([row.userId], notice);
        else if (!row.reached.off?.includes(kind)) show(scope, row.reached, toLiveNotice(notice));
      } catch (error) {
        // The others are recorded as notified by now, and would never be notified again.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  },

  async withdraw(userIds, tag) {
    if (userIds.length === 0) return;
    const devices = await scope.sql.rows<{ id: number }>(
      sql`select id from notifications.device where user_id = any(${[...new Set(userIds)]}::int[])`,
    );
    for (const { id } of devices) await scope.jobs.cancel(pushJob, `${id}:${tag}`);
    for (const userId of userIds) scope.rooms.emit(notificationsRoom, { userId }, 'withdrawn', { tag });
  },
});
