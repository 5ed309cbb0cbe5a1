// Runs in the worker before each test file. The libraries give an expected effect one second, which is too little
// while other tests keep the machine busy; no test measures speed this way.
import { vi } from 'vitest';
import { patienceMs } from '../patience.ts';

const { waitFor } = vi;
// Vitest has no option for it.
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, { timeout: patienceMs, ...(typeof options === 'number' ? { timeout: options } : options) });

if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: patienceMs });
}
