import { foldText } from '@balcao/sdk/contract';

const pattern = /\[([^[\]\n]{1,60})\]/g;
/** Two spellings of a name are one placeholder. */
const keyOf = (name: string): string => foldText(name.trim());

/** Returns the placeholders of a prompt in the order of their appearance, each once. */
export const placeholdersOf = (text: string): string[] => {
  const names = new Map<string, string>();
  for (const [, name = ''] of text.matchAll(pattern))
    if (name.trim() !== '' && !names.has(keyOf(name))) names.set(keyOf(name), name.trim());
  return [...names.values()];
};

/** A part of a prompt: its own words, or a placeholder with its value. */
export interface PromptPart {
  text: string;
  /** The placeholder's name; undefined: the prompt's own words. */
  name?: string;
  /** True for a placeholder without a value. */
  isOpen?: boolean;
}

/** Splits a prompt into its words and its placeholders with their values. */
export const filledParts = (text: string, values: Readonly<Record<string, string>>): PromptPart[] => {
  const byKey = new Map(Object.entries(values).map(([name, value]) => [keyOf(name), value.trim()]));
  const parts: PromptPart[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, name = ''] = match;
    const value = byKey.get(keyOf(name)) ?? '';
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push(value === '' ? { text: whole, name: name.trim(), isOpen: true } : { text: value, name: name.trim() });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
};

/** Returns the placeholders without a value. */
export const missingValues = (text: string, values: Readonly<Record<string, string>>): string[] => [
  ...new Set(filledParts(text, values).flatMap(({ name, isOpen }) => (isOpen && name !== undefined ? [name] : []))),
];
