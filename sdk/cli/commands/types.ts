import { command } from '../command.ts';
import { openPlugin } from '../open-plugin.ts';
import { Findings } from '../problem.ts';
import { typeFindings } from '../type-check.ts';

export const types = command({
  usage: '',
  about: 'Checks the types of the plugin you are in with the TypeScript that the product uses.',
  options: {},
  words: 0,
  async run(_words, _values, work) {
    const source = await openPlugin(work);
    const findings = await typeFindings(source, work.checkout);
    if (findings.length > 0)
      throw new Findings(findings.length === 1 ? 'One type error' : `${findings.length} type errors`, findings);
    work.terminal.print('The types are right.');
  },
});
