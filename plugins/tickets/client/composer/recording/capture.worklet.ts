/** Runs in the browser's audio thread: passes on the samples of the microphone and their loudness. */

interface ProcessorPort {
  readonly port: MessagePort;
}
declare const AudioWorkletProcessor: new () => ProcessorPort;
declare function registerProcessor(name: string, processor: new () => ProcessorPort): void;

/** Samples per batch, about 43 ms: often enough for a lively meter, rarely enough to cost nothing. */
const batch = 2048;

export interface CaptureCommand {
  /** Receives the port for the samples, once. */
  samplesTo?: MessagePort;
  paused?: boolean;
  /** Passes on the remaining samples, then an empty message as the end. */
  end?: true;
}

class Capture extends AudioWorkletProcessor {
  #out: MessagePort | undefined;
  #isPaused = false;
  #isOver = false;
  #samples = new Float32Array(batch);
  #filled = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data: { samplesTo, paused, end } }: MessageEvent<CaptureCommand>) => {
      if (samplesTo) this.#out = samplesTo;
      if (paused !== undefined) this.#isPaused = paused;
      if (end) {
        this.#handOn();
        this.#out?.postMessage(null);
        this.#isOver = true;
      }
    };
  }

  process([input]: Float32Array[][]): boolean {
    const channel = input?.[0];
    if (this.#isOver) return false;
    if (!channel || this.#isPaused) return true;
    for (const sample of channel) {
      this.#samples[this.#filled++] = sample;
      if (this.#filled === batch) this.#handOn();
    }
    return true;
  }

  #handOn(): void {
    const samples = this.#samples.slice(0, this.#filled);
    this.#filled = 0;
    if (samples.length === 0) return;
    let loudest = 0;
    for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
    this.port.postMessage({ level: loudest, samples: samples.length });
    this.#out?.postMessage(samples, [samples.buffer]);
  }
}

registerProcessor('balcao-capture', Capture);
