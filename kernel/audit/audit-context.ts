import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditEntry, CurrentUser, Origin } from '@balcao/sdk/server';
import { withoutImpersonation } from '../impersonation/impersonation.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Audit entry of one request, stored by every transaction of the request that writes. */
export class AuditContext {
  readonly id: string;
  readonly plugin: string;
  /** Company of the person who acts; undefined for a route of the platform, called by a super user. */
  readonly #companyId: number | undefined;
  /** Companies that a super user changed from outside. */
  readonly #touched = new Set<number>();
  readonly #user: Pick<CurrentUser, 'id' | 'name' | 'super' | 'impersonating'> | undefined;
  readonly #origin: Origin | undefined;
  #entry: AuditEntry;
  /** True when a transaction was committed with the current entry. */
  isStored = false;
  /** True when the response was sent. What the request still runs afterwards is attributed to nobody. */
  isEnded = false;

  constructor(options: {
    id: string;
    companyId: number | undefined;
    plugin: string;
    user: Pick<CurrentUser, 'id' | 'name' | 'super' | 'impersonating'> | undefined;
    origin: Origin | undefined;
    entry: AuditEntry;
  }) {
    this.id = options.id;
    this.#companyId = options.companyId;
    this.plugin = options.plugin;
    this.#user = options.user;
    this.#origin = options.origin;
    this.#entry = options.entry;
  }

  /** Adds details to the entry, or a better name. */
  describe(entry: Partial<AuditEntry>): void {
    this.#entry = { ...this.#entry, ...entry, detail: { ...this.#entry.detail, ...entry.detail } };
    this.isStored = false;
  }

  /** Adds a company that is changed from outside, so that the entry is stored in its log and in the platform's. */
  touch(companyId: number): void {
    if (companyId !== this.#companyId) this.#touched.add(companyId);
  }
  /** Removes a company that was deleted and has no log any more; the entry stays in the platform's log. */
  untouch(companyId: number): void {
    this.#touched.delete(companyId);
  }

  /** Companies whose logs get the entry, besides the platform's. */
  get companies(): readonly number[] {
    if (this.#touched.size > 0) return [...this.#touched];
    return this.#companyId === undefined ? [] : [this.#companyId];
  }

  /**
   * Actions of a super user outside their own company are recorded twice. The platform's log gets the whole entry for
   * the platform's own pages. Of actions inside a company it gets only the action, the person and the company:
   * customer data in the entry stays in that company's log.
   */
  get #forPlatform(): 'whole' | 'brief' | undefined {
    if (this.#companyId === undefined) return 'whole';
    return this.#touched.size > 0 || this.#user?.impersonating ? 'brief' : undefined;
  }

  /** The entry in the format of `kernel.audit_company`. */
  get json(): string {
    const { action, subject = '', detail = {} } = this.#entry;
    return JSON.stringify({
      companies: this.companies,
      platform: this.#forPlatform,
      request: this.id,
      userId: this.#user?.id,
      userName: this.#user?.name ?? '',
      super: this.#user?.super ?? false,
      ip: this.#origin?.ip ?? '',
      userAgent: this.#origin?.userAgent.slice(0, 300) ?? '',
      plugin: this.plugin,
      action: action.slice(0, 200),
      subject: String(withoutSecrets(subject)),
      detail: withoutSecrets(detail),
    }).replaceAll('\\u0000', '');
  }
}

/** Audit context of the current request, found by all transactions in it. */
const contexts = new AsyncLocalStorage<AuditContext>();

export const currentAuditContext = (): AuditContext | undefined => {
  const auditContext = contexts.getStore();
  return auditContext?.isEnded ? undefined : auditContext;
};
export const withAuditContext = <T>(auditContext: AuditContext, work: () => Promise<T>): Promise<T> =>
  contexts.run(auditContext, work);
/**
 * Runs work outside the audit context, because listeners and jobs that a request started are not actions of the
 * person.
 */
export const withoutAuditContext = <T>(work: () => Promise<T>): Promise<T> =>
  contexts.exit(() => withoutImpersonation(work));
/** Makes triggers record the former values of rows in audited tables, for the rest of the transaction. */
export const openAuditContext = `select set_config('app.audit', 'on', true)`;
