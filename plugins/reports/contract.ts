/** Contract of reports: attendances for other plugins' SQL, the dashboard's cards, and the calls' results. */
import { job, point, publishedSql, room, type Component } from '@balcao/sdk/contract';
import type { Scope, Sql } from '@balcao/sdk/server';

/** A row of `reports.public_attendance`: from the beginning or reopening of a conversation to its end. */
export interface PublicAttendance {
  company_id: number;
  ticket_id: number;
  /** Counts the attendances of the conversation, from 1. */
  no: number;
  opened_at: Date;
  /** `campaign`: a program had written first, and the customer answered. */
  opened_by: 'customer' | 'company' | 'campaign';
  /** When a person or a virtual assistant (`users.public_user.is_virtual`) took it up first; null: nobody did. */
  accepted_at: Date | null;
  /** The first message by a person or a virtual assistant, not by an automation. */
  first_reply_at: Date | null;
  /** Null: it is running. */
  closed_at: Date | null;
  closed_by: number | null;
  /** The last queue, which may have been deleted. */
  queue_id: number | null;
  /** The last attendant, who may have been deleted, or be a virtual assistant. */
  user_id: number | null;
  connection_id: number | null;
  channel: string;
  contact_id: number;
  /** The contact's first conversation began with it. */
  is_new_contact: boolean;
  messages_in: number;
  messages_out: number;
  /** Seconds until it was accepted; null: it was not, or the company began it. */
  wait_s: number | null;
  /** The same inside the opening hours; null while it runs. */
  wait_open_s: number | null;
  /** Seconds until the first reply; where the company began, from the customer's first answer. */
  reply_s: number | null;
  reply_open_s: number | null;
  /** Seconds from the acceptance to the end. */
  support_s: number | null;
  transfers: number;
  /** 1 to 3; null: no answer. */
  rate: number | null;
  rated_at: Date | null;
}
/** SQL: attendances. Indexed by `opened_at`, by `closed_at`, and by person, queue and connection with `opened_at`. */
export const publicAttendance = publishedSql<PublicAttendance>('reports.public_attendance');

/** Live: `changed` {} after conversations changed, for people with `dashboard:view`. */
export const dashboardRoom = room('reports.dashboard');

/** Adds up the changes of the sums, every quarter of an hour. */
export const fold = job<Record<string, never>>('reports.fold');
/** Compares the attendances of yesterday with the logs, every night. */
export const check = job<Record<string, never>>('reports.check');
/** Writes a file of many rows. */
export const exportReport = job<{ fileId: number }>('reports.export');
/** Removes files of many rows after a day, every hour. */
export const forgetExports = job<Record<string, never>>('reports.forget-exports');
/** Sends admins the figures of the last month. */
export const monthlyMail = job<Record<string, never>>('reports.monthly-mail');

/** Server: a filter of the report by something that conversations have: a tag, a lane, a flow. */
export interface ReportDimension {
  id: string;
  /** Its name in addresses: letters, digits, `-` and `_`. */
  param: string;
  /** Locale key. */
  label: string;
  order?: number;
  /** The choices, by name; `value` of letters, digits, `-` and `_`, 60 at most. */
  options(scope: Scope): Promise<readonly { value: string; label: string }[]>;
  /** A condition on the attendance `a`, which has `ticket_id`, `contact_id`, `opened_at` and `closed_at`. */
  where(value: string, scope: Scope): Sql | Promise<Sql>;
}
/**
 * Server: a filter of the report.
 * @example
 * host.contribute(reportDimension, {
 *   id: 'parties',
 *   param: 'party',
 *   label: 'report.party',
 *   options: async () => [{ value: 'new', label: 'Festa nova' }],
 *   where: (value) => sql`exists (select 1 from parties.party p where p.ticket_id = a.ticket_id and p.state = ${value})`,
 * });
 */
export const reportDimension = point<ReportDimension>('reports.dimension');

/** Server: a column of the report and of its file. */
export interface ReportColumn {
  id: string;
  /** Locale key. */
  label: string;
  order?: number;
  /** Returns the text of each conversation that has one; called with 2,000 ids at most. */
  load(ticketIds: readonly number[], scope: Scope): Promise<ReadonlyMap<number, string>>;
}
/** Server: a column of the report and of its file. */
export const reportColumn = point<ReportColumn>('reports.column');

/** The filter of the dashboard at this moment. */
export interface DashboardFilter {
  /** Dates in the company's time zone: `2026-12-25`. */
  from: string;
  to: string;
  /** Ids; empty: all. */
  queueIds: readonly number[];
  userIds: readonly number[];
}
export interface DashboardCardProps {
  filter: DashboardFilter;
}
/** Browser: a card of the dashboard. Use `ChartFrame` of `@balcao/sdk/ui` for charts, so that cards look alike. */
export interface DashboardCard {
  id: string;
  order?: number;
  permission?: string;
  component: Component<DashboardCardProps>;
}
/** Browser: a card of the dashboard, beside the chart of the hours. */
export const dashboardCard = point<DashboardCard>('dashboard.card');
