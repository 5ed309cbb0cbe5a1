/** What reads as a phone number: a run of eight digits or more, however it is set. */
const phoneLike = /\+?\(?\d(?:[\s().-]{0,2}\d){7,}/g;

/** A notice may stand on a locked screen: of a number only its end is told. */
export const withoutNumbers = (text: string): string =>
  text.replace(phoneLike, (found) => `••••${found.replace(/\D/g, '').slice(-4)}`);

/** One line, cut where a notice ends; never through the middle of a character. */
export const cut = (text: string, most: number): string => {
  const line = withoutNumbers(text.replace(/\s+/g, ' ').trim());
  const letters = [...line];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : line;
};
