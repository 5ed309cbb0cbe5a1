import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = (how: string): string => `
  import { outliveLostPromises } from ${JSON.stringify(path.join(import.meta.dirname, 'outlive.ts'))};
  outliveLostPromises({ error: ({ err }, text) => console.log(text + ': ' + err.message) });
  ${how};
  setTimeout(() => console.log('still here'), 50);`;
const run = (how: string) => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program(how)]);

test('one plugin that forgets a failing promise does not end the service of everybody, and the log says why', async () => {
  const { stdout } = await run(`void Promise.reject(new Error('the forgotten one broke'))`);
  expect(stdout).toBe('a promise failed that nobody waited for: the forgotten one broke\nstill here\n');
});

test('an exception that nobody caught ends the process, for a supervisor to start it again', async () => {
  await expect(run(`setTimeout(() => { throw new Error('the timer broke'); }, 1)`)).rejects.toMatchObject({ code: 1 });
});
