import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditEntry, CurrentUser, Origin } from '@balcao/sdk/server';
import { withoutImpersonation } from '../impersonation/impersonation.ts';
import { withoutSecrets } from './without-secrets.ts';

/** What one request puts on the record: every transaction in it that writes takes the entry along. */
export class AuditContext {
  readonly id: string;
  readonly plugin: string;
  /** The company whose person did it; undefined: it is done for the platform, by a super user's route. */
  readonly #own: number | undefined;
  /** Companies that somebody of the platform reached into from outside. */
  readonly #touched = new Set<number>();
  readonly #who: Pick<CurrentUser, 'id' | 'name' | 'super' | 'impersonating'> | undefined;
  readonly #origin: Origin | undefined;
  #entry: AuditEntry;
  /** A transaction was committed with the entry as it is now. */
  isStored = false;
  /** The answer was given: what still runs of the request belongs to nobody. */
  isOver = false;

  constructor(options: {
    id: string;
    companyId: number | undefined;
    plugin: string;
    user: Pick<CurrentUser, 'id' | 'name' | 'super' | 'impersonating'> | undefined;
    origin: Origin | undefined;
    entry: AuditEntry;
  }) {
    this.id = options.id;
    this.#own = options.companyId;
    this.plugin = options.plugin;
    this.#who = options.user;
    this.#origin = options.origin;
    this.#entry = options.entry;
  }

  /** Says more about it, or gives it a better name. */
  describe(entry: Partial<AuditEntry>): void {
    this.#entry = { ...this.#entry, ...entry, detail: { ...this.#entry.detail, ...entry.detail } };
    this.isStored = false;
  }

  /** A company that is changed from outside: its own log tells of it, and the platform's. */
  touch(companyId: number): void {
    if (companyId !== this.#own) this.#touched.add(companyId);
  }
  /** A company that was removed has no log any more: what was done to it is the platform's to remember. */
  untouch(companyId: number): void {
    this.#touched.delete(companyId);
  }

  /** Whose logs tell of it, besides the platform's. */
  get companies(): readonly number[] {
    if (this.#touched.size > 0) return [...this.#touched];
    return this.#own === undefined ? [] : [this.#own];
  }

  /**
   * What a super user does outside their own company is told twice. The platform's log has all of what was done on the
   * platform's own pages; of what was done inside a company it says only that it was done, by whom and in which: the
   * customers' data that it speaks of stay in that company's log.
   */
  get #forPlatform(): 'whole' | 'brief' | undefined {
    if (this.#own === undefined) return 'whole';
    return this.#touched.size > 0 || this.#who?.impersonating ? 'brief' : undefined;
  }

  /** The entry as `kernel.note` takes it. */
  get json(): string {
    const { action, subject = '', detail = {} } = this.#entry;
    return JSON.stringify({
      companies: this.companies,
      platform: this.#forPlatform,
      request: this.id,
      userId: this.#who?.id,
      userName: this.#who?.name ?? '',
      super: this.#who?.super ?? false,
      ip: this.#origin?.ip ?? '',
      userAgent: this.#origin?.userAgent.slice(0, 300) ?? '',
      plugin: this.plugin,
      action: action.slice(0, 200),
      subject: String(withoutSecrets(subject)),
      detail: withoutSecrets(detail),
    }).replaceAll('\\u0000', '');
  }
}

/** The request that everything called within it belongs to: transactions find it here, whoever begins them. */
const present = new AsyncLocalStorage<AuditContext>();

export const currentAuditContext = (): AuditContext | undefined => {
  const trail = present.getStore();
  return trail?.isOver ? undefined : trail;
};
export const withAuditContext = <T>(trail: AuditContext, work: () => Promise<T>): Promise<T> =>
  present.run(trail, work);
/** Listeners and jobs that a request woke are not the person's deeds. */
export const withoutAuditContext = <T>(work: () => Promise<T>): Promise<T> =>
  present.exit(() => withoutImpersonation(work));
/** Rows of audited tables are remembered with what they were while this stands. */
export const openAuditContext = `select set_config('app.trail', 'on', true)`;
