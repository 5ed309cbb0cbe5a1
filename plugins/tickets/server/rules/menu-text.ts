import { foldText } from '@balcao/sdk/server';

export interface Choice {
  id: number;
  name: string;
}

/** Returns the greeting followed by the numbered queues. */
export const menuText = (greeting: string, choices: readonly Choice[]): string =>
  [greeting.trim(), choices.map(({ name }, index) => `${index + 1} - ${name}`).join('\n')].filter(Boolean).join('\n\n');

/** Returns the id of a menu option, by which a tap is reported. */
export const optionId = ({ id }: Choice): string => `queue:${id}`;

const plain = (text: string): string =>
  foldText(text.normalize('NFKC'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Returns the choice that a customer made: by the tapped option, the number, the name or the whole line, in any
 * formatting. Undefined: none.
 */
export const choiceOf = <C extends Choice>(
  answer: string,
  choices: readonly C[],
  tapped: string | null = null,
): C | undefined => {
  const option = tapped === null ? undefined : choices.find((choice) => choice.id !== 0 && optionId(choice) === tapped);
  if (option) return option;
  const given = plain(answer);
  if (given === '') return undefined;
  return (
    choices.find((_choice, index) => given === String(index + 1) || given === `0${index + 1}`) ??
    choices.find(({ name }, index) => given === plain(name) || given === `${index + 1} ${plain(name)}`)
  );
};
