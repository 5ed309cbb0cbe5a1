/** Returns a subject in one line, cut where it is too long, so that a message is not lost for it. '' is none. */
export const subjectOf = (text: string | null | undefined): string | undefined =>
  (text ?? '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed() || undefined;
