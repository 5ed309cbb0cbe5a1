import { inject } from 'vitest';
import { sql, type Scope } from '@balcao/sdk/server';
import type { EntryView } from '@balcao/agenda/contract';
import { eventually, startTestHost, type Answer, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import type { ConnectionView, LossView } from '../contract.ts';
import { syncPerson } from '../server/sync/sync.ts';
import type { Calendar, WireEvent } from './google/calendar.ts';
import { clientId, clientSecret } from './google/consent.ts';
import { GoogleSimulator } from './google/simulator.ts';
import { plugins } from './plugins.ts';

/** Starts the simulator, and points the product’s client to it. */
export const startGoogle = async (): Promise<GoogleSimulator> => {
  const google = await GoogleSimulator.start();
  process.env['GOOGLE_URL'] = google.url;
  return google;
};
export const startServer = (sameDatabaseAs?: TestHost): Promise<TestHost> =>
  startTestHost({
    databaseUrl: inject('databaseUrl'),
    importLimitMs: 60_000,
    plugins,
    ...(process.env['GOOGLE_LOG'] !== undefined && { log: (line: string) => console.log(line) }),
    ...(sameDatabaseAs && { sameDatabaseAs }),
  });
export const openCompany = async (host: TestHost): Promise<TestCompany> => {
  const company = await host.company({ settings: { googleCalendarEnabled: 'enabled' } });
  const { secrets } = company.scope('google-calendar');
  await secrets.set('client-id', clientId);
  await secrets.set('client-secret', clientSecret);
  return company;
};

export const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();
export const cookieOf = (headers: Headers): string => (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** An entry, or an event, as a person sees it: for comparing both sides. */
export type Seen = { title: string; description: string; from: string; until: string; isPrivate: boolean };
const seenOfEvent = ({ summary = '', description = '', start, end, visibility }: WireEvent): Seen => ({
  title: summary,
  description,
  from: start?.date ?? new Date(start?.dateTime ?? '').toISOString(),
  until: end?.date ?? new Date(end?.dateTime ?? '').toISOString(),
  isPrivate: visibility === 'private',
});
const dayOf = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.parse(at));
const seenOfEntry = ({ title, description, date, dateEnd, allDay, timeZone, isPrivate }: EntryView): Seen => ({
  title,
  description,
  from: allDay ? dayOf(date, timeZone) : date,
  until: allDay ? dayOf(dateEnd, timeZone) : dateEnd,
  isPrivate,
});
const ordered = (all: Seen[]): Seen[] =>
  all.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

/** A person with an account at Google. */
export class Owner {
  readonly host: TestHost;
  readonly google: GoogleSimulator;
  readonly company: TestCompany;
  readonly person: Person;
  readonly calendar: Calendar;

  constructor(host: TestHost, google: GoogleSimulator, company: TestCompany, person: Person, calendar: Calendar) {
    this.host = host;
    this.google = google;
    this.company = company;
    this.person = person;
    this.calendar = calendar;
  }
  static async connected(host: TestHost, google: GoogleSimulator, name = 'Ana'): Promise<Owner> {
    const owner = await Owner.of(host, google, await openCompany(host), name);
    await owner.connect();
    await owner.settled();
    return owner;
  }
  static async of(host: TestHost, google: GoogleSimulator, company: TestCompany, name = 'Ana'): Promise<Owner> {
    const person = await company.person('user', name);
    return new Owner(host, google, company, person, google.account(`${name.toLowerCase()}${person.id}@prado.adv.br`));
  }

  get scope(): Scope {
    return this.company.scope('google-calendar');
  }
  /** Asks for the consent page: its address, and the cookie of this browser. */
  async begin(): Promise<{ url: URL; cookie: string }> {
    const { status, body, headers } = await this.person.get<{ url: string }>(
      `/google/auth-url?origin=${this.host.url}`,
    );
    if (status !== 200) throw new Error(`auth-url answered ${status}`);
    return { url: new URL(body.url), cookie: cookieOf(headers) };
  }
  /** Consents at Google: where it leads the browser. */
  consents(url: URL): string {
    this.google.consent.signedIn = this.calendar;
    return this.google.consent.visit(url.searchParams);
  }
  /** Follows Google back; returns how the consent ended. */
  async returns(address: string, cookie: string): Promise<string> {
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    const location = new URL(response.headers.get('location') ?? '', this.host.url);
    return location.searchParams.get('google') ?? `${response.status}`;
  }
  async connect(): Promise<string> {
    const { url, cookie } = await this.begin();
    return this.returns(this.consents(url), cookie);
  }

  async view(): Promise<ConnectionView> {
    return (await this.person.get<ConnectionView>('/google/check-connection')).body;
  }
  /** Waits until nothing is due, and no sync runs. */
  async settled(): Promise<void> {
    await eventually(async () => {
      const { account } = await this.view();
      return account !== null && !account.isSyncing && account.syncedAt !== null;
    });
  }
  /** Runs a sync now, whatever is due. */
  async sync(): Promise<void> {
    await this.scope.sql.run(
      sql`update google_calendar.account set retry_at = null, due_at = now() where user_id = ${this.person.id}`,
    );
    await syncPerson(this.scope, this.person.id);
    await this.settled();
  }
  /** Lets the account rest, so that nothing is synchronised until the test says so. */
  async rests(): Promise<void> {
    await this.scope.sql.run(
      sql`update google_calendar.account set retry_at = now() + interval '1 hour' where user_id = ${this.person.id}`,
    );
  }
  /** Notices about this calendar that the person was sent. */
  notices(): Promise<{ notice: string }[]> {
    return this.company
      .scope('notifications')
      .sql.rows(
        sql`select notice from notifications.notified where user_id = ${this.person.id} and notice like 'google%'`,
      );
  }
  async losses(): Promise<LossView[]> {
    return (await this.person.get<LossView[]>('/google/losses')).body;
  }
  add(fields: object = {}): Promise<Answer<EntryView>> {
    return this.person.post<EntryView>('/scheduleforms', { title: 'Consulta com Ivone', date: hours(24), ...fields });
  }
  change(id: number, fields: object): Promise<Answer<EntryView>> {
    return this.person.put<EntryView>(`/scheduleforms/${id}`, fields);
  }
  /** Every entry that the person has. */
  async entries(): Promise<EntryView[]> {
    const all: EntryView[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await this.person.get<{ schedules: EntryView[]; hasMore: boolean }>(
        `/scheduleforms?userId=${this.person.id}&pageNumber=${page}`,
      );
      all.push(...body.schedules);
      if (!body.hasMore) return all;
    }
  }
  async entry(title: string): Promise<EntryView | undefined> {
    return (await this.entries()).find((one) => one.title === title);
  }
  event(title: string): WireEvent | undefined {
    return this.calendar.events.find(({ summary }) => summary === title);
  }
  /** Both sides, as their people see them. */
  async sides(): Promise<{ here: Seen[]; there: Seen[] }> {
    return {
      here: ordered((await this.entries()).map(seenOfEntry)),
      there: ordered(this.calendar.events.map(seenOfEvent)),
    };
  }
}
