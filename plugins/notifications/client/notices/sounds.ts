/** Short sounds synthesised by the browser: no file to fetch. */
export const soundNames = ['drop', 'bell', 'wood'] as const;
export type SoundName = (typeof soundNames)[number];

interface Note {
  /** Seconds from the start. */
  at: number;
  wave: OscillatorType;
  /** Frequency in hertz, at the start and at the end. */
  from: number;
  to: number;
  /** Seconds until it has faded out. */
  lasts: number;
  /** Loudness from 0 to 1, before the chosen volume. */
  loud: number;
}

const notes: Readonly<Record<SoundName, readonly Note[]>> = {
  drop: [
    { at: 0, wave: 'sine', from: 420, to: 780, lasts: 0.14, loud: 0.7 },
    { at: 0.1, wave: 'sine', from: 620, to: 1180, lasts: 0.22, loud: 0.55 },
  ],
  bell: [
    { at: 0, wave: 'sine', from: 1046.5, to: 1046.5, lasts: 0.9, loud: 0.5 },
    { at: 0, wave: 'sine', from: 2637, to: 2637, lasts: 0.45, loud: 0.14 },
    { at: 0.16, wave: 'sine', from: 1318.5, to: 1318.5, lasts: 1, loud: 0.4 },
  ],
  wood: [
    { at: 0, wave: 'triangle', from: 520, to: 300, lasts: 0.09, loud: 0.9 },
    { at: 0.13, wave: 'triangle', from: 640, to: 380, lasts: 0.1, loud: 0.8 },
  ],
};

let context: AudioContext | undefined;

/** Prepares audio: browsers allow sound only after a key press or click; a context created then stays allowed. */
export const readySounds = (): (() => void) => {
  const ready = (): void => {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume().catch(() => undefined);
  };
  const kinds = ['pointerdown', 'keydown'] as const;
  for (const kind of kinds) addEventListener(kind, ready, { capture: true, passive: true });
  return () => {
    for (const kind of kinds) removeEventListener(kind, ready, { capture: true });
  };
};

/**
 * The longest time, in milliseconds, that a browser may need to start audio: later, all missed sounds would be played.
 */
const beginning = 1_000;

/** Plays a sound; `volume` is 0 to 100. Does nothing while the browser does not allow sound. */
export const play = async (name: SoundName, volume: number): Promise<void> => {
  const sounding = (context ??= new AudioContext());
  const asked = Date.now();
  if (sounding.state !== 'running') await sounding.resume().catch(() => undefined);
  if (sounding.state !== 'running' || Date.now() - asked > beginning) return;
  const start = sounding.currentTime + 0.02;
  // Perceived loudness is not linear, so the gain is the square of the slider's value.
  const gain = (volume / 100) ** 2;
  for (const { at, wave, from, to, lasts, loud } of notes[name]) {
    const tone = new OscillatorNode(sounding, { type: wave, frequency: from });
    const level = new GainNode(sounding, { gain: 0 });
    const began = start + at;
    tone.frequency.exponentialRampToValueAtTime(to, began + lasts * 0.6);
    level.gain.setValueAtTime(0, began);
    level.gain.linearRampToValueAtTime(Math.max(loud * gain, 0.0001), began + 0.008);
    level.gain.exponentialRampToValueAtTime(0.0001, began + lasts);
    tone.connect(level).connect(sounding.destination);
    tone.start(began);
    tone.stop(began + lasts + 0.02);
  }
};
