import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditEntry, CurrentUser, Origin } from '@balcao/sdk/server';
import { offVisit } from '../visitors/visitor.ts';
import { withoutSecrets } from './without-secrets.ts';

/** What one request puts on the record: every transaction in it that writes takes the entry along. */
export class Trail {
  readonly id: string;
  readonly companyId: number;
  readonly plugin: string;
  readonly #who: Pick<CurrentUser, 'id' | 'name' | 'super'> | undefined;
  readonly #origin: Origin | undefined;
  #entry: AuditEntry;
  /** A transaction was committed with the entry as it is now. */
  isStored = false;
  /** The answer was given: what still runs of the request belongs to nobody. */
  isOver = false;

  constructor(options: {
    id: string;
    companyId: number;
    plugin: string;
    user: Pick<CurrentUser, 'id' | 'name' | 'super'> | undefined;
    origin: Origin | undefined;
    entry: AuditEntry;
  }) {
    this.id = options.id;
    this.companyId = options.companyId;
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

  /** The entry as `kernel.note` takes it. */
  get json(): string {
    const { action, subject = '', detail = {} } = this.#entry;
    return JSON.stringify({
      request: this.id,
      userId: this.#who?.id,
      userName: this.#who?.name ?? '',
      super: this.#who?.super ?? false,
      ip: this.#origin?.ip ?? '',
      userAgent: this.#origin?.userAgent.slice(0, 300) ?? '',
      plugin: this.plugin,
      action: action.slice(0, 200),
      subject: subject.slice(0, 300),
      detail: withoutSecrets(detail),
    }).replaceAll('\\u0000', '');
  }
}

/** The request that everything called within it belongs to: transactions find it here, whoever begins them. */
const present = new AsyncLocalStorage<Trail>();

export const presentTrail = (): Trail | undefined => {
  const trail = present.getStore();
  return trail?.isOver ? undefined : trail;
};
export const onTrail = <T>(trail: Trail, work: () => Promise<T>): Promise<T> => present.run(trail, work);
/** Listeners and jobs that a request woke are not the person's deeds. */
export const offTrail = <T>(work: () => Promise<T>): Promise<T> => present.exit(() => offVisit(work));
/** Rows of audited tables are remembered with what they were while this stands. */
export const openTrail = `select set_config('app.trail', 'on', true)`;
