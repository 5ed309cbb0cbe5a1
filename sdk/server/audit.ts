import { point, service } from '../shared/contract.ts';
import type { Scope } from './scope.ts';

/** One changed row of a table that its plugin lists under `audited`. */
export interface AuditChange {
  /** `queues.queue` */
  table: string;
  id: string;
  operation: 'insert' | 'update' | 'delete';
  /** The values before the change; for an update only the columns that changed. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

export interface AuditRecord {
  id: number;
  at: Date;
  /** Null if nobody was signed in: a job, a payment notification. */
  userId: number | null;
  userName: string;
  /** True for a super user of the platform, who is no person of the company. */
  super: boolean;
  ip: string;
  userAgent: string;
  /** Id of the plugin that the action belongs to: `queues`, `kernel`. */
  plugin: string;
  /** An action name of the plugin, or the route: `PUT /queue/:id`. */
  action: string;
  subject: string;
  detail: Record<string, unknown>;
  changes: AuditChange[];
  /** In the platform's log: the company that the action concerned. Its name is null once the company is deleted. */
  company: { id: number; name: string | null } | null;
}

export interface AuditFilter {
  /** Searches the platform's log instead of the company's. For super users only; 403 for others. */
  platform?: boolean;
  userId?: number;
  plugin?: string;
  action?: string;
  from?: Date;
  to?: Date;
  /** Words to find in subject, person, action or address, ignoring case and accents. */
  text?: string;
  /** Id of a record: only older ones are returned, for the next page. */
  before?: number;
  /** 1 to 500; 50 if absent. */
  limit?: number;
}

export interface AuditLabel {
  plugin: string;
  action: string | undefined;
  subject: string;
  fields: Record<string, string>;
  rows: Record<string, string>;
}

/** Names the rows whose ids appear in audit entries. */
export interface AuditName {
  id: string;
  /** Keys that hold such ids in your routes and columns: `queueId`, `queueIds`, `queue_id`. */
  fields: readonly string[];
  /** Returns the names of those rows that still exist. */
  names(ids: readonly number[], scope: Scope): Promise<ReadonlyMap<number, string>>;
}
/** Server point: names shown in place of ids wherever people read the audit log. */
export const auditName = point<AuditName>('kernel.audit.name');

/**
 * The audit log of the scope's company. Entries are only added; old ones are removed by `deleteBefore`. Actions of
 * super users on the platform's pages (routes with `access: 'super'`) and inside other companies are stored in the
 * platform's log, and in the log of the company they changed.
 */
export interface AuditLog {
  /** Returns matching entries, newest first. */
  search(filter: AuditFilter): Promise<AuditRecord[]>;
  /** Returns the people and actions that occur in the log, for a filter. */
  choices(
    of?: Pick<AuditFilter, 'platform'>,
  ): Promise<{ people: { id: number; name: string }[]; actions: { plugin: string; action: string }[] }>;
  /**
   * Describes an entry in the reader's language: the plugin's title; its text for the action, if there is one (the key
   * `audit.PUT /queue/:id` for a route); and the subject, which for a setting is its name with its values and for a
   * deleted row its former name. `fields` maps keys of details and changes to names, where plugins have texts for them
   * (`audit.field.outOfHoursMessage`, else `field.outOfHoursMessage`, also for the column `out_of_hours_message`).
   * `rows` maps tables to the name of one row (`audit.row.queue` for `queues.queue`).
   */
  label(
    record: Pick<AuditRecord, 'plugin' | 'action'> & Partial<Pick<AuditRecord, 'subject' | 'detail' | 'changes'>>,
  ): AuditLabel;
  /**
   * Redacts a person in the stored entries: numbers and addresses anywhere and in any grouping, names of several words
   * anywhere, a single word only where it is a whole value. The person who acted, the time and the action are retained.
   * Runs in the scope's transaction: if that fails, nothing is redacted. Returns the number of changed entries.
   */
  redact(words: readonly string[]): Promise<number>;
  /** Deletes the entries before this moment and returns their number. */
  deleteBefore(before: Date): Promise<number>;
}
/** The audit log of the company. */
export const auditLog = service<AuditLog>('kernel.audit');
