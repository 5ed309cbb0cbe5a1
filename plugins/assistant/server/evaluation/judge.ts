import type { Outcome } from '../conversation/loop.ts';
import { folded } from '../conversation/words.ts';
import type { Expectation } from './golden.ts';

/** Why an answer failed; `text` is the missing or forbidden phrase, the name of the tool, or the code of the error. */
export interface Fault {
  kind: 'missing' | 'forbidden' | 'tool' | 'source' | 'handover' | 'error';
  text: string;
}

/** True when the text has the phrase at the beginning of a word; a figure at its end has to end there too. */
const contains = (text: string, phrase: string): boolean => {
  const wanted = folded(phrase);
  if (wanted === '') return text.includes(phrase.trim());
  const all = ` ${folded(text)} `;
  for (let at = all.indexOf(` ${wanted}`); at >= 0; at = all.indexOf(` ${wanted}`, at + 1)) {
    const next = all[at + 1 + wanted.length] ?? ' ';
    if (!/\d$/.test(wanted) || !/\d/.test(next)) return true;
  }
  return false;
};

const usesTool = (outcome: Outcome, tool: string): boolean => tool === outcome.kind || outcome.tools.includes(tool);

/** Compares what the assistant did with what the question expects; no faults: it passed. */
export const judge = ({ must, mustNot, tool, sourceId }: Expectation, outcome: Outcome): Fault[] => {
  const faults: Fault[] = [];
  const text = outcome.kind === 'answer' ? outcome.text : '';
  if (tool !== null && !usesTool(outcome, tool)) faults.push({ kind: 'tool', text: tool });
  // A customer who was passed to a person got none of the words, and the reason says more than each of them.
  if (outcome.kind === 'handover' && must.length > 0 && tool !== 'handover')
    faults.push({ kind: 'handover', text: outcome.reason });
  else
    for (const phrase of must)
      if (outcome.kind !== 'handover' && !contains(text, phrase)) faults.push({ kind: 'missing', text: phrase });
  for (const phrase of mustNot) if (contains(text, phrase)) faults.push({ kind: 'forbidden', text: phrase });
  if (sourceId !== null && !outcome.passages.some((passage) => passage.sourceId === sourceId))
    faults.push({ kind: 'source', text: String(sourceId) });
  return faults;
};
