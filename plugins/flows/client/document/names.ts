/** Names of variables that nodes of the drawing set, so that texts can insert them. */
import type { FlowDocument } from './document.ts';

const lists = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? (value as Record<string, unknown>[]) : [];

export const namesSetBy = ({ nodes }: FlowDocument): string[] => {
  const names = new Set<string>();
  const add = (name: unknown) => typeof name === 'string' && name.trim() !== '' && names.add(name.trim());
  for (const { data } of nodes) {
    add(data['variable']);
    add(data['labelInput']);
    for (const { variable } of [...lists(data['saves']), ...lists(data['changes'])]) add(variable);
  }
  return [...names].filter((name) => name.length <= 60 && !name.includes('\n')).toSorted((a, b) => a.localeCompare(b));
};

/** Parts of a text: what is written, and the variables in it. */
export const textParts = (text: string): { text: string; isVariable: boolean }[] =>
  text
    .split(/(%[^%\s]{1,60}%|\{\{[^{}]{1,60}\}\})/)
    .map((part, index) => ({ text: part, isVariable: index % 2 === 1 }))
    .filter((part) => part.text !== '');
