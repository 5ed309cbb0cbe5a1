import { point, service } from '../shared/contract.ts';
import type { Scope } from './scope.ts';

/** What is put on the record besides who did it, when and from where, which the kernel knows. */
export interface AuditEntry {
  /** `companies.entered`: its text is the key `audit.companies.entered` of the plugin's locales. */
  action: string;
  /** What it was done to, as people call it: a name, an address. */
  subject?: string;
  /** More about it. Values under keys that sound like a password, token or secret are covered. */
  detail?: Readonly<Record<string, unknown>>;
}

/** One row that was changed, of the tables that its plugin names under `audited`. */
export interface AuditChange {
  /** `queues.queue` */
  table: string;
  id: string;
  operation: 'insert' | 'update' | 'delete';
  /** What it was; of an update only the columns that changed. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

export interface AuditRecord {
  id: number;
  at: Date;
  /** Absent where nobody was signed in: a job, a payment notification. */
  userId: number | null;
  userName: string;
  /** Somebody of the platform, not of the company. */
  super: boolean;
  ip: string;
  userAgent: string;
  /** Whose action it is: `queues`, `kernel`. */
  plugin: string;
  /** A name of the plugin's, or the route: `PUT /queue/:id`. */
  action: string;
  subject: string;
  detail: Record<string, unknown>;
  changes: AuditChange[];
  /** In the platform's log: the company it was done to, whose name is null once it is gone. */
  company: { id: number; name: string | null } | null;
}

export interface AuditFilter {
  /** The platform's log in place of the company's: for super users only, 403 for others. */
  platform?: boolean;
  userId?: number;
  plugin?: string;
  action?: string;
  from?: Date;
  to?: Date;
  /** Words in subject, person, action or address; case and accents do not matter. */
  text?: string;
  /** Older than this record: for the next page. */
  before?: number;
  /** 1 to 500, 50 when absent. */
  limit?: number;
}

export interface AuditLabel {
  plugin: string;
  action: string | undefined;
  subject: string;
  fields: Record<string, string>;
  rows: Record<string, string>;
}

/** Says what the rows are called that numbers in the record stand for. */
export interface AuditName {
  id: string;
  /** Keys under which such numbers stand, as your routes and columns write them: `queueId`, `queueIds`, `queue_id`. */
  fields: readonly string[];
  /** Of those that are still there. */
  names(ids: readonly number[], scope: Scope): Promise<ReadonlyMap<number, string>>;
}
/** Server: names in place of numbers, where people read the record. */
export const auditName = point<AuditName>('kernel.audit.name');

/**
 * The record of the scope's company. It is only added to; what is old goes by `forget`. What super users do on the
 * platform's pages (routes with `access: 'super'`) and inside other companies stands in the platform's log, and in the
 * log of the company that it changed.
 */
export interface AuditLog {
  /** Newest first. */
  search(filter: AuditFilter): Promise<AuditRecord[]>;
  /** Who and what stands on the record, for choosing. */
  choices(
    of?: Pick<AuditFilter, 'platform'>,
  ): Promise<{ people: { id: number; name: string }[]; actions: { plugin: string; action: string }[] }>;
  /**
   * What to call it in the reader's language: the plugin's title, its text for the action where it has one (the key
   * `audit.PUT /queue/:id` for a route), and what it was done to: a setting by its name with its values, a row that is
   * gone by what it was called. `fields` names the fields and columns of its details and changes, by their keys, as far
   * as plugins have texts for them (`audit.field.outOfHoursMessage`, else `field.outOfHoursMessage`, for the column
   * `out_of_hours_message` as well); `rows` what one row of a table is called (`audit.row.queue` for `queues.queue`).
   */
  label(
    record: Pick<AuditRecord, 'plugin' | 'action'> & Partial<Pick<AuditRecord, 'subject' | 'detail' | 'changes'>>,
  ): AuditLabel;
  /**
   * Blots out a person in what was recorded of them: numbers and addresses wherever they stand and however they are
   * grouped, names of several words wherever they stand, a single word only where it stands alone. Who did it, when and
   * what it was stay. In the transaction of the scope it is asked of: if that fails, nothing is blotted out. Answers how
   * many entries that were.
   */
  blot(words: readonly string[]): Promise<number>;
  /** Takes away what was recorded before this moment; answers how much it was. */
  forget(before: Date): Promise<number>;
}
/** What people of the company did that is on the record. */
export const auditLog = service<AuditLog>('kernel.audit');
