import { wordKey } from './words.ts';

interface Option {
  id: string;
  title: string;
}

/**
 * Returns the option that an answer means: the tapped one, its number, its whole title, or the only one that begins
 * with the answer or whose title the answer has. Undefined: none, or it is not clear which.
 */
export const chooseOption = (
  options: readonly Option[],
  answer: { text: string; choice: string | null },
): Option | undefined => {
  const tapped = answer.choice === null ? undefined : options.find(({ id }) => id === answer.choice);
  if (tapped) return tapped;
  const written = wordKey(answer.text);
  if (written === '') return undefined;
  const number = /^(\d{1,3})[.)]?$/.exec(written)?.[1];
  if (number !== undefined)
    return options[Number(number) - 1] ?? options.find(({ title }) => wordKey(title) === written);
  const same = options.filter(({ title }) => wordKey(title) === written);
  if (same.length > 0) return same[0];
  if (written.length < 3) return undefined;
  const [near, another] = options.filter(
    ({ title }) => wordKey(title).startsWith(written) || ` ${written} `.includes(` ${wordKey(title)} `),
  );
  return another ? undefined : near;
};

/** Returns the question with its options by number, for channels that have none to tap. */
export const numberedText = (text: string, options: readonly Option[]): string =>
  [text, options.map(({ title }, index) => `${index + 1} - ${title}`).join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
