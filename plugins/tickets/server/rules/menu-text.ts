export interface Choice {
  id: number;
  name: string;
}

/** The greeting, and under it the departments by number. */
export const menuText = (greeting: string, choices: readonly Choice[]): string =>
  [greeting.trim(), choices.map(({ name }, index) => `${index + 1} - ${name}`).join('\n')].filter(Boolean).join('\n\n');

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What a customer means: the number, the name, or the whole line of it, however it is dressed up. Undefined: none of them. */
export const choiceOf = <C extends Choice>(answer: string, choices: readonly C[]): C | undefined => {
  const said = plain(answer);
  if (said === '') return undefined;
  return (
    choices.find((_choice, index) => said === String(index + 1) || said === `0${index + 1}`) ??
    choices.find(({ name }, index) => said === plain(name) || said === `${index + 1} ${plain(name)}`)
  );
};
