import { createInterface } from 'node:readline/promises';
import { Problem } from './problem.ts';

/** Output of a command, and its questions to a person. */
export interface Terminal {
  /** True if a person can answer questions. */
  readonly isInteractive: boolean;
  print(text?: string): void;
  /** Asks until `check` has no objection; an empty answer accepts the suggestion. */
  ask(
    question: string,
    options?: { suggestion?: string; check?: (answer: string) => string | undefined },
  ): Promise<string>;
  choose(question: string, choices: readonly (readonly [string, string])[]): Promise<string>;
  /** Asks for confirmation; anything but yes is no. */
  confirm(question: string): Promise<boolean>;
}

export function openTerminal(
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WriteStream = process.stdout,
): Terminal {
  const isInteractive = Boolean(input.isTTY && output.isTTY);
  const print = (text = ''): void => void output.write(`${text}\n`);

  const line = async (prompt: string): Promise<string> => {
    const reader = createInterface({ input, output });
    const closed = new AbortController();
    // Ctrl+C and Ctrl+D leave the question unanswered, and a promise that never settles would end the process with exit
    // code 13.
    reader.once('close', () => closed.abort());
    try {
      return (await reader.question(prompt, { signal: closed.signal })).trim();
    } catch {
      print();
      throw new Problem('Nothing was done.');
    } finally {
      reader.close();
    }
  };

  const ask: Terminal['ask'] = async (question, { suggestion, check } = {}) => {
    for (;;) {
      const typed = await line(`${question}${suggestion ? ` (${suggestion})` : ''}: `);
      const answer = typed === '' ? (suggestion ?? '') : typed;
      const objection = answer === '' ? 'Type an answer.' : check?.(answer);
      if (objection === undefined) return answer;
      print(`  ${objection}`);
    }
  };

  return {
    isInteractive,
    print,
    ask,
    async choose(question, choices) {
      print(question);
      choices.forEach(([, text], index) => print(`  ${index + 1}. ${text}`));
      const answer = await ask('Number', {
        suggestion: '1',
        check: (typed) => (choices[Number(typed) - 1] ? undefined : `Type a number from 1 to ${choices.length}.`),
      });
      return choices[Number(answer) - 1]?.[0] ?? '';
    },
    async confirm(question) {
      return /^y(es)?$/i.test(await line(`${question} [y/N] `));
    },
  };
}
