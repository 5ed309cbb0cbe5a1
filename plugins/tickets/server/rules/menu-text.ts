export interface Choice {
  id: number;
  name: string;
}

/** The greeting, and under it the departments by number. */
export const menuText = (greeting: string, choices: readonly Choice[]): string =>
  [greeting.trim(), choices.map(({ name }, index) => `${index + 1} - ${name}`).join('\n')].filter(Boolean).join('\n\n');

/** What an option of the menu is called where it is tapped. */
export const optionId = ({ id }: Choice): string => `queue:${id}`;

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What a customer means: the option that was tapped, the number, the name, or the whole line of it, however it is dressed up. Undefined: none of them. */
export const choiceOf = <C extends Choice>(
  answer: string,
  choices: readonly C[],
  tapped: string | null = null,
): C | undefined => {
  const option = tapped === null ? undefined : choices.find((choice) => choice.id !== 0 && optionId(choice) === tapped);
  if (option) return option;
  const said = plain(answer);
  if (said === '') return undefined;
  return (
    choices.find((_choice, index) => said === String(index + 1) || said === `0${index + 1}`) ??
    choices.find(({ name }, index) => said === plain(name) || said === `${index + 1} ${plain(name)}`)
  );
};
