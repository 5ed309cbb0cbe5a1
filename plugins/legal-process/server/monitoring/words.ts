import type { Scope } from '@balcao/sdk/server';
import { maskedCnj } from '../cases/case-view.ts';
import { companyWords } from '../cases/company-words.ts';
import { shownDay } from '../cases/shown-day.ts';
import type { NewStep } from '../cases/store-steps.ts';

/** Steps that are written out; the others are counted. */
const maxWritten = 10;

export type WrittenStep = Pick<NewStep, 'at' | 'title' | 'code' | 'kind'>;

/** Returns one line for each step in the words of people, newest first, and one for the rest. */
const linesOf = async (scope: Scope, steps: readonly WrittenStep[]): Promise<string[]> => {
  const wordsOf = await companyWords(scope);
  const lines = steps.slice(0, maxWritten).map(({ at, title, code, kind }) => {
    const name = kind === 'publication' ? scope.t('told.publication', { title }) : title;
    const plain = wordsOf(code);
    return `${shownDay(at, scope.language)}: ${name}${plain === null ? '' : `. ${plain}`}`;
  });
  const more = steps.length - maxWritten;
  return more > 0 ? [...lines, scope.t(more === 1 ? 'told.oneMore' : 'told.more', { count: more })] : lines;
};

/** The message of one case by WhatsApp. */
export const messageOf = async (
  scope: Scope,
  name: string,
  cnj: string,
  steps: readonly WrittenStep[],
): Promise<string> =>
  [
    scope.t('told.greeting', { name, cnj: maskedCnj(cnj) }),
    (await linesOf(scope, steps)).map((line) => `• ${line}`).join('\n'),
    scope.t('told.sender', { company: scope.company.name }),
  ].join('\n\n');

/** The parts of the letter about one case. */
export const letterPartsOf = async (
  scope: Scope,
  cnj: string,
  steps: readonly WrittenStep[],
): Promise<{ text: string }[]> => [
  { text: scope.t('told.case', { cnj: maskedCnj(cnj) }) },
  ...(await linesOf(scope, steps)).map((text) => ({ text })),
];
