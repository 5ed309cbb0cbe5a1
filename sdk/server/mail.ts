/** One block of an email, from top to bottom. All of it is plain text: names never become markup. */
export type EmailPart =
  /** A paragraph; `quiet` for secondary text. */
  | { text: string; quiet?: boolean }
  /** Something to type elsewhere, shown large. */
  | { code: string; label: string }
  /** Labelled values: amount, due date. */
  | { facts: readonly { label: string; value: string }[] }
  /** A link to continue. `href` is `https://…`, `http://…` or a path of the platform (`/financeiro`). */
  | { button: string; href: string }
  /** A highlighted warning. */
  | { warning: string };

export interface Email {
  /** A single address. */
  to: string;
  subject: string;
  /** The preview that mail programs show beside the subject. Absent: the first paragraph. */
  preheader?: string;
  /** The heading. */
  title: string;
  parts: readonly EmailPart[];
  /** Language of the layout around the content; absent: the company's. */
  language?: Language;
}

/** Sends mail in the platform's layout: light and dark, with a plain text part. */
export interface Mail {
  /**
   * Stores the email in the transaction of this scope. It is sent after the commit and retried until the server accepts
   * it. Throws 400 ERR_INVALID_EMAIL if `to` is not a single address.
   * @example
   * await scope.mail.send({
   *   to: company.email, subject: scope.t('mail.overdue.subject'), title: scope.t('mail.overdue.title'),
   *   parts: [{ text: scope.t('mail.overdue.text') }, { facts: [{ label: 'Valor', value: 'R$ 99,00' }] }, { button: 'Pagar', href: '/financeiro' }],
   * });
   */
  send(email: Email): Promise<void>;
}

type Language = 'pt' | 'en' | 'es';
