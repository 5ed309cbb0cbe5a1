import { estimateTokens } from '../runs/tokens.ts';

/** Splits lines into parts that fit the model. */
export const parts = (lines: readonly string[], tokens: number): string[] => {
  const all: string[] = [];
  let part = '';
  for (const line of lines) {
    if (part !== '' && estimateTokens(part) + estimateTokens(line) > tokens) {
      all.push(part);
      part = '';
    }
    part += `${line}\n`;
  }
  return part === '' ? all : [...all, part];
};
