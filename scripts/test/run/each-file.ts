// Runs in the worker before each test file: records which worker runs it, and afterwards its waiting times.
import path from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { measured } from '../../../sdk/testing/durations.ts';
import { writeRecord } from './records.ts';

const { testPath } = expect.getState();
const root = path.resolve(import.meta.dirname, '../../..');
writeRecord({ type: 'begun', file: path.relative(root, testPath ?? ''), pid: process.pid, at: Date.now() });

const before = process.cpuUsage();
measured();
// Vitest reads the requested fixtures from the text of the function: none.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, file) => {
  // Files of one worker share its globals.
  vi.useRealTimers();
  const { user, system } = process.cpuUsage(before);
  Object.assign(file.meta, { workerSeconds: (user + system) / 1e6, waited: measured() });
});
