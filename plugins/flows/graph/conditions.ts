import type { FlowValue } from '../contract.ts';
import { nameKey, shownValue } from './fill.ts';
import type { ConditionRule } from './node-data.ts';
import { readNumber } from './numbers.ts';
import { wordKey } from './words.ts';

type Compare = (left: string, right: string, to: string) => boolean;

const iso = /^\d{4}-\d{2}-\d{2}/;

/** Returns a comparable pair: as numbers, as dates or as text. Undefined: one of both is empty. */
const order = (left: string, right: string): number | undefined => {
  if (left.trim() === '' || right.trim() === '') return undefined;
  const [one, two] = [readNumber(left), readNumber(right)];
  if (one !== undefined && two !== undefined) return one - two;
  if (iso.test(left) && iso.test(right)) return left < right ? -1 : left > right ? 1 : 0;
  return wordKey(left).localeCompare(wordKey(right), 'pt-BR');
};

const isEqual = (left: string, right: string): boolean => {
  const [one, two] = [readNumber(left), readNumber(right)];
  return one !== undefined && two !== undefined ? one === two : wordKey(left) === wordKey(right);
};

const holds = (left: string, right: string, test: (difference: number) => boolean): boolean => {
  const difference = order(left, right);
  return difference !== undefined && test(difference);
};

const operators: Record<ConditionRule['operator'], Compare> = {
  equal: isEqual,
  notEqual: (left, right) => !isEqual(left, right),
  contains: (left, right) => wordKey(left).includes(wordKey(right)),
  notContains: (left, right) => !wordKey(left).includes(wordKey(right)),
  startsWith: (left, right) => wordKey(left).startsWith(wordKey(right)),
  endsWith: (left, right) => wordKey(left).endsWith(wordKey(right)),
  isSet: (left) => left.trim() !== '',
  isEmpty: (left) => left.trim() === '',
  greater: (left, right) => holds(left, right, (difference) => difference > 0),
  atLeast: (left, right) => holds(left, right, (difference) => difference >= 0),
  less: (left, right) => holds(left, right, (difference) => difference < 0),
  atMost: (left, right) => holds(left, right, (difference) => difference <= 0),
  between: (left, right, to) =>
    holds(left, right, (difference) => difference >= 0) && holds(left, to, (difference) => difference <= 0),
  oneOf: (left, right) => right.split(',').some((one) => one.trim() !== '' && isEqual(left, one.trim())),
};

/** True when a rule holds. Text is compared without case and accents, numbers and dates by value. */
export const ruleHolds = (
  rule: ConditionRule,
  valueOf: (key: string) => FlowValue | undefined,
  fill: (text: string) => string,
): boolean => operators[rule.operator](shownValue(valueOf(nameKey(rule.name))), fill(rule.value), fill(rule.to ?? ''));
