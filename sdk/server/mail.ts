/** One piece of a letter, from top to bottom. All of it is plain text: what stands in a name never becomes markup. */
export type LetterPart =
  /** A paragraph; `quiet` for what is said aside. */
  | { text: string; quiet?: boolean }
  /** Something to be typed elsewhere, shown large. */
  | { code: string; label: string }
  /** Facts beside their names: amount, due date. */
  | { facts: readonly { label: string; value: string }[] }
  /** Where to go on. `href` is `https://…`, `http://…` or a path of the platform (`/financeiro`). */
  | { button: string; href: string }
  /** What must not be missed. */
  | { warning: string };

export interface Letter {
  /** One address. */
  to: string;
  subject: string;
  /** What mail programs show beside the subject. Absent: the first paragraph. */
  preheader?: string;
  /** The heading. */
  title: string;
  parts: readonly LetterPart[];
  /** Language of the frame around the letter; absent: the company's. */
  language?: Language;
}

/** Mail in the platform's layout: light and dark, with a part in plain text. */
export interface Mail {
  /**
   * Stored in the transaction of this scope, sent after its commit and tried until the server takes it. Refuses with
   * 400 ERR_INVALID_EMAIL what is not one address.
   * @example
   * await scope.mail.send({
   *   to: company.email, subject: scope.t('mail.overdue.subject'), title: scope.t('mail.overdue.title'),
   *   parts: [{ text: scope.t('mail.overdue.text') }, { facts: [{ label: 'Valor', value: 'R$ 99,00' }] }, { button: 'Pagar', href: '/financeiro' }],
   * });
   */
  send(letter: Letter): Promise<void>;
}

type Language = 'pt' | 'en' | 'es';
