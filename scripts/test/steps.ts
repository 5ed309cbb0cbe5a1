import { spawn } from 'node:child_process';
import path from 'node:path';

export interface Step {
  name: string;
  /** `node`, or a program of node_modules/.bin. */
  program: string;
  args: string[];
}

export interface StepResult {
  name: string;
  passed: boolean;
  seconds: number;
}

/** Runs the steps, so many at a time; the output of a step is printed only when it fails. */
export async function runSteps(root: string, steps: readonly Step[], atATime: number): Promise<StepResult[]> {
  const results = new Map<Step, StepResult>();
  const queue = [...steps];
  const worker = async (): Promise<void> => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const { result, output } = await runStep(root, step);
      results.set(step, result);
      console.log(`${result.passed ? '✓' : '✗'} ${step.name} (${result.seconds.toFixed(1)} s)`);
      if (!result.passed) console.log(output.trimEnd().replace(/^/gm, '    '));
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return steps.flatMap((step) => results.get(step) ?? []);
}

function runStep(root: string, { name, program, args }: Step): Promise<{ result: StepResult; output: string }> {
  const began = performance.now();
  const file = program === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', program);
  return new Promise((resolve) => {
    let output = '';
    const end = (passed: boolean) =>
      resolve({ result: { name, passed, seconds: (performance.now() - began) / 1000 }, output });
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', (error) => {
      output += error.message;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}
