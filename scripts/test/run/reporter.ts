import type { Reporter, TestModule } from 'vitest/node';
import { writeRecord } from './records.ts';

/** Records each file as it ends, for the process that started Vitest: records outlive a crash. */
export class RecordingReporter implements Reporter {
  readonly #began = new Map<string, number>();

  onTestModuleQueued({ relativeModuleId }: TestModule): void {
    this.#began.set(relativeModuleId, performance.now());
  }

  onTestModuleEnd(module: TestModule): void {
    const file = module.relativeModuleId;
    const meta = module.meta() as { workerSeconds?: number; waited?: Record<string, number> };
    writeRecord({
      type: 'ended',
      file,
      state: module.ok() ? module.state() : 'failed',
      seconds: (performance.now() - (this.#began.get(file) ?? performance.now())) / 1000,
      workerSeconds: meta.workerSeconds ?? 0,
      waited: meta.waited ?? {},
      tests: [...module.children.allTests()].map((test) => ({ name: test.fullName, state: test.result().state })),
    });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    writeRecord({ type: 'finished', errors: errors.map(({ message }) => message) });
  }
}
