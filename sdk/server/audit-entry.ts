/** An audit entry as plugin code writes it. The kernel adds the person, the time and the address of the request. */
export interface AuditEntry {
  /** `companies.entered`. The displayed text is the key `audit.companies.entered` of the plugin's locales. */
  action: string;
  /** The thing that the action concerned, under a name that people know: a person's name, an address. */
  subject?: string;
  /** More details. Values under keys that sound like a password, token or secret are masked. */
  detail?: Readonly<Record<string, unknown>>;
}
