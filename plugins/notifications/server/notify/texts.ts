/** Matches phone numbers: eight or more digits, with any usual separators. */
const phoneLike = /\+?\(?\d(?:[\s().-]{0,2}\d){7,}/g;

/** Masks phone numbers except for their last digits: a notification may be shown on a locked screen. */
export const withoutNumbers = (text: string): string =>
  text.replace(phoneLike, (found) => `••••${found.replace(/\D/g, '').slice(-4)}`);

/** Returns one line, shortened to a limit without splitting a character. */
export const cut = (text: string, max: number): string => {
  const line = withoutNumbers(text.replace(/\s+/g, ' ').trim());
  const letters = [...line];
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : line;
};
