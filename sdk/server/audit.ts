import { service } from '../shared/contract.ts';

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
}

export interface AuditFilter {
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

/** The record of the scope's company. It is only added to; what is old goes by `forget`. */
export interface AuditLog {
  /** Newest first. */
  search(filter: AuditFilter): Promise<AuditRecord[]>;
  /** Who and what stands on the record, for choosing. */
  choices(): Promise<{ people: { id: number; name: string }[]; actions: { plugin: string; action: string }[] }>;
  /** What to call it in the reader's language: the plugin's title, and its text for the action where it has one. */
  label(record: Pick<AuditRecord, 'plugin' | 'action'>): { plugin: string; action: string | undefined };
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
