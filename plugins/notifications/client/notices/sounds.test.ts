// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';

let started: number;
let state: AudioContextState;
/** The click after which the browser allows sound. */
let press: () => void;

const loadSounds = async (first: AudioContextState) => {
  started = 0;
  state = first;
  const pressed = new Promise<void>((resolve) => {
    press = () => {
      state = 'running';
      resolve();
    };
  });
  const ramp = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  class Context {
    currentTime = 0;
    get state() {
      return state;
    }
    resume = () => pressed;
  }
  class Node {
    frequency = ramp;
    gain = ramp;
    connect = (to: unknown) => to;
    start = () => void (started += 1);
    stop() {}
  }
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('OscillatorNode', Node);
  vi.stubGlobal('GainNode', Node);
  vi.resetModules();
  return import('./sounds.ts');
};
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('sounds missed while the browser kept the page silent are not played all at once at the first click', async () => {
  const { play } = await loadSounds('suspended');
  vi.useFakeTimers({ toFake: ['Date'] });
  const played = Array.from({ length: 20 }, () => play('drop', 70));
  vi.advanceTimersByTime(60_000);
  press();
  await Promise.all(played);
  expect(started).toBe(0);
  await play('drop', 70);
  expect(started).toBe(2);
});

test('a sound is played when the browser needs only a moment to start its audio', async () => {
  const { play } = await loadSounds('suspended');
  const played = play('wood', 70);
  press();
  await played;
  expect(started).toBe(2);
});
