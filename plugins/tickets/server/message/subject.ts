/** One line, as a mail shows it: cut where it is too long, for a message must not be lost for it. '' is none. */
export const subjectOf = (text: string | null | undefined): string | undefined =>
  (text ?? '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed() || undefined;
